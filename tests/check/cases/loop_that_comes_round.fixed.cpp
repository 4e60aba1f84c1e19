// What a round reads, the next one writes.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(8);
  array_view<int> out(8, data);
  parallel_for_each(out.extent.tile<8>(), [=](tiled_index<8> t) restrict(amp) {
    tile_static int value;
    int sum = 0;
    for (int round = 0; round < 3; ++round) {
      if (t.local[0] == round) value = round;
      t.barrier.wait();
      sum += value;
      t.barrier.wait();
    }
    out[t.global] = sum;
  });
}
