// One thread of each tile counts the numbers above 50 in its tile's part of the numbers.
#include <amp.h>

#include <iostream>
#include <vector>

using namespace concurrency;

int main() {
  const std::vector<int> data{3, 60, 70, 8, 51, 2, 99, 1, 14, 15, 50, 49, 77, 88, 66, 55};
  std::vector<int> results(4);
  const array_view<const int> numbers(16, data);
  const array_view<int> counts(4, results);

  parallel_for_each(numbers.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    tile_static int count;
    if (t.local[0] == 0) {
#if FIXED
      count = 0;
#endif
      for (int i = 0; i < 4; ++i) {
        count += numbers[t.tile_origin[0] + i] > 50 ? 1 : 0;
      }
      counts[t.tile] = count;
    }
  });
  counts.synchronize();

  for (const int count : results) std::cout << count << ' ';
  std::cout << '\n';
}
