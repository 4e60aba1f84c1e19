// A histogram with both barriers.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(64);
  for (int i = 0; i < 64; ++i) data[i] = i * 7;
  std::vector<int> counts(8);
  array_view<const int> values(64, data);
  array_view<int> total(8, counts);
  parallel_for_each(values.extent.tile<16>(), [=](tiled_index<16> t) restrict(amp) {
    tile_static int bins[8];
    const int l = t.local[0];
    if (l < 8) bins[l] = 0;
    t.barrier.wait();
    atomic_fetch_inc(&bins[values[t] % 8]);
    t.barrier.wait();
    if (l < 8) atomic_fetch_add(&total[l], bins[l]);
  });
}
