// The accesses are to different elements, within bounds.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> zeros(128);
  const array_view<int> a(128, zeros);
  parallel_for_each(extent<1>(64).tile<64>(), [=](tiled_index<64> t) restrict(amp) {
    int* const p = &a[0];
    a[t.local] = 1; p[t.local[0] + 64] = 2;
  });
  parallel_for_each(extent<1>(2), [=](index<1> i) restrict(amp) {
    int* const p = &a[0];
    a[i[0] * 64 + 7] = 1; p[i[0] * 64 + 8] = 2;
  });
}
