// Reverses the numbers of each tile. There are ten numbers, and tiles of four threads: the last
// two threads have no number.
#include <amp.h>

#include <iostream>
#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  const array_view<int> numbers(10, data);

  parallel_for_each(numbers.extent.tile<4>().pad(), [=](tiled_index<4> t) restrict(amp) {
    tile_static int values[4];
    const bool has_number = numbers.extent.contains(t.global);
#if FIXED
    values[t.local[0]] = has_number ? numbers[t] : -1;
    t.barrier.wait();
    if (has_number) numbers[t] = values[3 - t.local[0]];
#else
    if (!has_number) return;
    values[t.local[0]] = numbers[t];
    t.barrier.wait();
    numbers[t] = values[3 - t.local[0]];
#endif
  });
  numbers.synchronize();

  for (const int number : data) std::cout << number << ' ';
  std::cout << '\n';
}
