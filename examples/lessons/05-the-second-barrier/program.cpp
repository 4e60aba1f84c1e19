// Each thread adds up three numbers of its right neighbour. The tile brings in four numbers at a
// time.
#include <amp.h>

#include <iostream>
#include <vector>

using namespace concurrency;

int main() {
  const std::vector<int> data{1, 2, 3, 4, 10, 20, 30, 40, 100, 200, 300, 400};
  std::vector<int> results(4);
  const array_view<const int, 2> numbers(3, 4, data);
  const array_view<int> sums(4, results);

  parallel_for_each(sums.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    tile_static int values[4];
    const int me = t.local[0];
    int sum = 0;
    for (int round = 0; round < 3; ++round) {
      values[me] = numbers(round, me);
      t.barrier.wait();
      sum += values[(me + 1) % 4];
#if FIXED
      t.barrier.wait();
#endif
    }
    sums[t] = sum;
  });
  sums.synchronize();

  for (const int sum : results) std::cout << sum << ' ';
  std::cout << '\n';
}
