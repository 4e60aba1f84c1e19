// The barrier orders global memory only.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(8);
  array_view<int> out(8, data);
  parallel_for_each(out.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    tile_static int values[4];
    values[t.local[0]] = t.global[0];
    t.barrier.wait_with_global_memory_fence();
    out[t.global] = values[3 - t.local[0]];
  });
}
