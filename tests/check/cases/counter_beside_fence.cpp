// A barrier is missing between counting and reading the count. The fence orders global memory: it is
// no part of a protocol for the counter of the tile.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(16), counts(16);
  const array_view<int> results(16, data), seen(16, counts);
  int done = 0;
  const array_view<int> tiles(1, &done);
  parallel_for_each(extent<1>(16).tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    tile_static int count;
    if (t.local[0] == 0) count = 0;
    t.barrier.wait();
    if (t.global[0] % 3 == 0) atomic_fetch_inc(&count);
    seen[t] = count;
    results[t] = t.global[0];
    global_memory_fence(t.barrier);
    if (t.local[0] == 0) atomic_fetch_inc(&tiles[0]);
  });
}
