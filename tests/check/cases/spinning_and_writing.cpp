// A thread waits for another one in a loop that makes other accesses, too. The report is the same in
// every run, whichever access the thread makes when it is seen to spin.
#include <amp.h>

#include <iostream>
#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(2), more(2), others(2);
  array_view<int> flags(2, data), tries(2, more), out(2, others);
  try {
    parallel_for_each(flags.extent.tile<2>(), [=](tiled_index<2> t) restrict(amp) {
      if (t.local[0] == 0) {
        while (atomic_fetch_add(&flags[1], 0) == 0) {
          tries[0] = 1;
          out[0] = 2;
        }
      } else {
        atomic_exchange(&flags[1], 1);
      }
    });
  } catch (const runtime_exception&) {
    std::cout << "the launch has failed\n";
  }
}
