// Each tile adds up its four numbers. The first tile waits for the others and adds up the sums.
#include <amp.h>

#include <iostream>
#include <vector>

using namespace concurrency;

int main() {
  const std::vector<int> data{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  std::vector<int> zeros(3), zero(1), result(1);
  const array_view<const int> numbers(12, data);
  const array_view<int> sums(3, zeros);
  const array_view<int> finished(1, zero);
  const array_view<int> total(1, result);

  parallel_for_each(numbers.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    const int tile = t.tile[0];
    atomic_fetch_add(&sums[tile], numbers[t]);
#if FIXED
  });
  parallel_for_each(total.extent, [=](index<1>) restrict(amp) {
#else
    t.barrier.wait();
    if (t.local[0] != 0) return;
    atomic_fetch_inc(&finished[0]);
    if (tile != 0) return;
    while (atomic_fetch_add(&finished[0], 0) < 3) {
    }
#endif
    for (int i = 0; i < 3; ++i) total[0] += sums[i];
  });
  total.synchronize();

  std::cout << result[0] << '\n';
}
