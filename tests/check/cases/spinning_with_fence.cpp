// A thread waits for an element that another would have to write. Fences do not make that write come.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(2);
  array_view<int> flags(2, data);
  try {
    parallel_for_each(flags.extent.tile<2>(), [=](tiled_index<2> t) restrict(amp) {
      if (t.local[0] == 0) {
        while (atomic_fetch_add(&flags[1], 0) == 0) all_memory_fence(t.barrier);
      } else {
        all_memory_fence(t.barrier);
        atomic_exchange(&flags[1], 1);
      }
    });
  } catch (const runtime_exception&) {
  }
}
