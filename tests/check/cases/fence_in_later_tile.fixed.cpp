// The accesses in the tile that executes a fence are in two rounds.
#include <amp.h>
#include <vector>
using namespace concurrency;
int main() {
  std::vector<int> result(4);
  const array_view<int> out(4, result);
  parallel_for_each(out.extent.tile<2>(), [=](tiled_index<2> t) restrict(amp) {
    tile_static int n;
    if (t.local[0] == 0) n = 0;
    t.barrier.wait();
    t.barrier.wait();
    t.barrier.wait();
    if (t.tile[0] == 1) {
      if (t.local[0] == 0) n = 1;
      t.barrier.wait();
      if (t.local[0] == 1) {
        all_memory_fence(t.barrier);
        out[t] = n;
      }
    }
  });
  out.synchronize();
}
