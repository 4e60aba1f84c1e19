// Atomic operations on the element after a tile_static array, by a pointer: the compiler knows the
// array only where it optimizes.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(4);
  array_view<int> out(4, data);
  parallel_for_each(out.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    tile_static int counts[4], others[4];
    const int l = t.local[0];
    counts[l] = others[l] = 0;
    t.barrier.wait();
    int* p = counts;
    atomic_fetch_inc(p + l + 1);
    t.barrier.wait();
    out[t] = counts[l] + others[l];
  });
  out.synchronize();
  for (int l = 0; l < 4; ++l) {
    if (data[l] != (l == 0 ? 0 : 1)) return 1;  // the operation after the array had no effect
  }
}
