// Threads read a counter that others still change by atomic operations. The value depends on the
// order in which the threads run.
#include <amp.h>

#include <iostream>
#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> counts(64);
  array_view<int> seen(64, counts);
  parallel_for_each(seen.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
    tile_static int arrived;
    if (t.local[0] == 0) arrived = 0;
    t.barrier.wait();
    atomic_fetch_inc(&arrived);
#if FIXED
    t.barrier.wait();
#endif
    seen[t.global] = arrived;
  });
  seen.synchronize();
  std::cout << counts[0] << '\n';
}
