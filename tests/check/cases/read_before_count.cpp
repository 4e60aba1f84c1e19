// Threads read a counter before they count themselves. The atomic operation does not validate the
// value that has been read: it has the same effect whatever that was.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(64), more(1);
  array_view<int> out(64, data), count(1, more);
  parallel_for_each(out.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
    tile_static int n;
    if (t.local[0] == 0) n = 0;
    t.barrier.wait();
    out[t] = n;
    atomic_fetch_inc(&n);
  });
  parallel_for_each(out.extent, [=](index<1> i) restrict(amp) {
    out[i] += count[0];
    atomic_fetch_add(&count[0], 2);
  });
}
