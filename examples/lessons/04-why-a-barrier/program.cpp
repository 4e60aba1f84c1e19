// Each tile of four threads reverses its part of the numbers.
#include <amp.h>

#include <iostream>
#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data{1, 2, 3, 4, 5, 6, 7, 8};
  const array_view<int> numbers(8, data);

  parallel_for_each(numbers.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    tile_static int values[4];
    values[t.local[0]] = numbers[t];
#if FIXED
    t.barrier.wait();
#endif
    numbers[t] = values[3 - t.local[0]];
  });
  numbers.synchronize();

  for (const int number : data) std::cout << number << ' ';
  std::cout << '\n';
}
