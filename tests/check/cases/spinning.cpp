// A thread waits for what another would have to write.
#include <amp.h>

using namespace concurrency;

int main() {
  int flag = 0;
  try {
    parallel_for_each(extent<1>(2).tile<2>(), [&flag](tiled_index<2> t) restrict(amp) {
      if (t.local[0] == 0) {
        while (atomic_fetch_add(&flag, 0) == 0) {
        }
      } else {
        atomic_exchange(&flag, 1);
      }
    });
  } catch (const runtime_exception&) {
  }
}
