// The end of a launch orders the sums of all tiles.
#include <amp.h>

#include <vector>

using namespace concurrency;

constexpr int tiles = 24;
constexpr int threads = 16;

int main() {
  const std::vector<int> data(tiles * threads, 1);
  std::vector<int> sums(tiles);
  std::vector<int> total(1);
  const array_view<const int> d(tiles * threads, data);
  const array_view<int> s(tiles, sums);
  const array_view<int> result(1, total);
  parallel_for_each(d.extent.tile<threads>(), [=](tiled_index<threads> t) restrict(amp) {
    if (t.local[0] != 0) return;
    int sum = 0;
    for (int k = 0; k < threads; ++k) sum += d[t.global[0] + k];
    s[t.tile] = sum;
  });
  parallel_for_each(result.extent, [=](index<1> i) restrict(amp) {
    int sum = 0;
    for (int k = 0; k < tiles; ++k) sum += s[k];
    result[i] = sum;
  });
  result.synchronize();
  return total[0] == tiles * threads ? 0 : 1;
}
