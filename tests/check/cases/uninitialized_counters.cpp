// All tiles count in an array that nobody has set to 0. Which of them is the first is chance.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  array<int> counts(2);
  parallel_for_each(extent<1>(64).tile<4>(), [&counts](tiled_index<4> t) restrict(amp) {
    if (t.tile[0] % 3 == 0) {
      atomic_fetch_add(&counts[t.local[0] % 2], 3);
    } else {
      atomic_fetch_inc(&counts[t.local[0] % 2]);
    }
  });
}
