// The same with a barrier in the place of the loop.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(2);
  array_view<int> flags(2, data);
  parallel_for_each(flags.extent.tile<2>(), [=](tiled_index<2> t) restrict(amp) {
    if (t.local[0] != 0) atomic_exchange(&flags[1], 1);
    t.barrier.wait();
    if (t.local[0] == 0) atomic_fetch_add(&flags[1], 0);
  });
}
