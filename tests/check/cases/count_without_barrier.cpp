// Threads read a counter before all have counted.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(64);
  array_view<int> out(64, data);
  parallel_for_each(out.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
    tile_static int n;
    if (t.local[0] == 0) n = 0;
    t.barrier.wait();
    atomic_fetch_inc(&n);
    out[t.global] = n;
  });
}
