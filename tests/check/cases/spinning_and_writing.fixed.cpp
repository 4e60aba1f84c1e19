#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(2), more(2), others(2);
  array_view<int> flags(2, data), tries(2, more), out(2, others);
  parallel_for_each(flags.extent.tile<2>(), [=](tiled_index<2> t) restrict(amp) {
    if (t.local[0] == 1) atomic_exchange(&flags[1], 1);
    t.barrier.wait();
    if (t.local[0] == 0 && atomic_fetch_add(&flags[1], 0) != 0) {
      tries[0] = 1;
      out[0] = 2;
    }
  });
}
