// A sum that several tiles add to, in an array on the accelerator.
#include <amp.h>

using namespace concurrency;

int main() {
  array<int, 2> sums(2, 2);
  parallel_for_each(extent<1>(8).tile<4>(), [&sums](tiled_index<4> t) restrict(amp) {
    if (t.local[0] == 0) sums(1, t.tile[0]) = t.tile[0];
  });
}
