// Each thread of a matrix of 8x9 threads, in tiles of 2x3, stores the number of its tile.
#include <amp.h>

#include <algorithm>
#include <iostream>
#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> numbers(8 * 9, -1);
  const array_view<int, 2> number(8, 9, numbers);

  parallel_for_each(number.extent.tile<2, 3>(), [=](tiled_index<2, 3> t) restrict(amp) {
#if FIXED
    number[t.global] = 3 * t.tile[0] + t.tile[1];
#else
    number[t.local] = 3 * t.tile[0] + t.tile[1];
#endif
  });
  number.synchronize();

  std::cout << 72 - std::count(numbers.begin(), numbers.end(), -1) << " of 72 elements are set\n";
#if FIXED
  for (int row = 0; row < 8; ++row) {
    for (int column = 0; column < 9; ++column) {
      std::cout << (column % 3 == 0 ? "  " : " ") << (number(row, column) < 10 ? " " : "")
                << number(row, column);
    }
    std::cout << (row % 2 == 1 ? "\n\n" : "\n");
  }
#endif
}
