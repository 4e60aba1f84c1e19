// One thread of a tile stays in a loop, the others wait for it.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> numbers(8);
  array_view<int> data(8, numbers);
  parallel_for_each(data.extent.tile<8>(), [=](tiled_index<8> t) restrict(amp) {
    tile_static int steps[8];
    t.barrier.wait();
    steps[t.local[0]] = t.local[0];
    t.barrier.wait();
    data[t.global] = steps[7 - t.local[0]];
  });
}
