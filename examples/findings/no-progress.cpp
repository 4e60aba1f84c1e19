// A thread waits in a loop for another one, which runs only when the first one waits or returns.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(4);
  array_view<int> out(4, data);
  parallel_for_each(out.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    tile_static int ready;
    if (t.local[0] == 0) ready = 0;
    t.barrier.wait();
    if (t.local[0] == 3) atomic_exchange(&ready, 1);
#if FIXED
    t.barrier.wait();
#else
    while (atomic_fetch_add(&ready, 0) == 0) {
    }
#endif
    out[t.global] = 1;
  });
}
