// Atomic operations on an element out of bounds, where another member of the structure is.
#include <amp.h>

#include <cstdio>
#include <vector>

using namespace concurrency;

struct bins {
  int counts[4];
  int next, last;
};

int main() {
  std::vector<int> data(3);
  const array_view<int> out(3, data);
  parallel_for_each(extent<1>(1).tile<1>(), [=](tiled_index<1> t) restrict(amp) {
    const int bin = t.local[0] + 5;
    tile_static bins compared, exchanged, added;
    tile_static int expected;
    compared.last = exchanged.last = added.last = expected = 5;
    atomic_compare_exchange(&compared.counts[bin], &expected, 77);
    atomic_exchange(&exchanged.counts[bin], 77);
    atomic_fetch_add(&added.counts[bin], 77);
    out[0] = compared.last;
    out[1] = exchanged.last;
    out[2] = added.last;
  });
  out.synchronize();
  for (const int d : data) {
    if (d != 5) std::printf("%d instead of 5\n", d);
  }
}
