// A thread waits for an element that another would have to write.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(2);
  array_view<int> flags(2, data);
  try {
    parallel_for_each(flags.extent.tile<2>(), [=](tiled_index<2> t) restrict(amp) {
      if (t.local[0] == 0) {
        for (;;) {
          int expected = 1;
          if (atomic_compare_exchange(&flags[1], &expected, 2)) break;
        }
      } else {
        atomic_exchange(&flags[1], 1);
      }
    });
  } catch (const runtime_exception&) {
  }
}
