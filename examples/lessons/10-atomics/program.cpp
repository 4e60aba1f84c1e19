// The last thread that has stored its square adds up the squares of the tile.
#include <amp.h>

#include <iostream>
#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> result(1);
  const array_view<int> sum(1, result);

  parallel_for_each(extent<1>(4).tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    tile_static int squares[4];
    tile_static int stored;
    if (t.local[0] == 0) stored = 0;
    t.barrier.wait();

    squares[t.local[0]] = t.local[0] * t.local[0];
#if FIXED
    tile_static_memory_fence(t.barrier);
#endif
    if (atomic_fetch_inc(&stored) == 3) {
#if FIXED
      tile_static_memory_fence(t.barrier);
#endif
      int total = 0;
      for (int i = 0; i < 4; ++i) total += squares[i];
      sum[0] = total;
    }
  });
  sum.synchronize();

  std::cout << result[0] << '\n';
}
