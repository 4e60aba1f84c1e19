// The last thread writes behind the only tile_static array.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(32);
  array_view<int> out(32, data);
  parallel_for_each(out.extent.tile<16>(), [=](tiled_index<16> t) restrict(amp) {
    tile_static int values[16];
    values[t.local[0] + 1] = t.local[0];
    t.barrier.wait();
    out[t.global] = 1;
  });
}
