// The elements are written before all tiles count in them, by the host or by the tile itself.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  const std::vector<int> zeros(2);
  array<int> counts(2, zeros.begin());
  array<int> counts_of_tiles(16);
  parallel_for_each(extent<1>(64).tile<4>(),
                    [&counts, &counts_of_tiles](tiled_index<4> t) restrict(amp) {
    if (t.local[0] == 0) counts_of_tiles[t.tile] = 0;
    t.barrier.wait();
    atomic_fetch_inc(&counts_of_tiles[t.tile]);
    t.barrier.wait();
    if (t.local[0] == 0) atomic_fetch_add(&counts[t.tile[0] % 2], counts_of_tiles[t.tile]);
  });
}
