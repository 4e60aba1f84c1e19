// The last thread reads behind the array.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(4);
  array_view<int> out(4, data);
  parallel_for_each(out.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    tile_static int values[2][4];
    values[0][t.local[0]] = 1;
    values[1][t.local[0]] = 2;
    t.barrier.wait();
    out[t.global] = values[0][t.local[0] + 1];
  });
}
