// A tree reduction: each step needs the results of the one before.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(4);
  array_view<int> out(4, data);
  parallel_for_each(out.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    tile_static int values[4];
    const int i = t.local[0];
    values[i] = 1;
    t.barrier.wait();
    for (int half = 2; half > 0; half /= 2) {
      if (i < half) values[i] += values[i + half];
      t.barrier.wait();
    }
    t.barrier.wait();
    if (i == 0) out[t.global] = values[0];
  });
}
