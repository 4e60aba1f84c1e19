// The tile that draws the last ticket adds the sums of all tiles. Tickets do not order them. Which
// tile draws it does not depend on the workers.
#include <amp.h>

#include <vector>

using namespace concurrency;

constexpr int tiles = 24;
constexpr int threads = 16;

void add_in_last_tile(const array_view<const int>& data, const array_view<int>& sums,
                      const array_view<int>& tickets, const array_view<int>& total) {
  parallel_for_each(data.extent.tile<threads>(), [=](tiled_index<threads> t) restrict(amp) {
    tile_static int s[threads];
    tile_static bool is_last;
    const int l = t.local[0];
    s[l] = data[t.global];
    t.barrier.wait();
    if (l == 0) {
      int sum = 0;
      for (int k = 0; k < threads; ++k) sum += s[k];
      sums[t.tile] = sum;
      is_last = atomic_fetch_inc(&tickets[0]) == tiles - 1;
    }
    t.barrier.wait();
    if (is_last && l == 0) {
      int sum = 0;
      for (int k = 0; k < tiles; ++k) sum += sums[k];
      total[0] = sum;
    }
  });
}

int main() {
  const std::vector<int> data(tiles * threads, 1);
  std::vector<int> sums(tiles);
  std::vector<int> tickets(1);
  std::vector<int> total(1);
  add_in_last_tile(array_view<const int>(tiles * threads, data), array_view<int>(tiles, sums),
                   array_view<int>(1, tickets), array_view<int>(1, total));
  return total[0] == tiles * threads ? 0 : 1;
}
