// The first and the last thread of a large tile.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(1024);
  array_view<int> out(1024, data);
  parallel_for_each(out.extent.tile<1024>(), [=](tiled_index<1024> t) restrict(amp) {
    tile_static int value;
    if (t.local[0] == 0) value = 1;
    t.barrier.wait();
    if (t.local[0] == 1023) value = 2;
    t.barrier.wait();
    out[t.global] = value;
  });
}
