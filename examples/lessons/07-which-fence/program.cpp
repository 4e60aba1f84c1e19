// Each thread squares its number, and takes the square of its right neighbour. The squares are in
// global memory.
#include <amp.h>

#include <iostream>
#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data{1, 2, 3, 4};
  std::vector<int> results(4);
  const array_view<int> squares(4, data);
  const array_view<int> taken(4, results);

  parallel_for_each(squares.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    squares[t] *= squares[t];
#if FIXED
    t.barrier.wait_with_global_memory_fence();
#else
    t.barrier.wait_with_tile_static_memory_fence();
#endif
    taken[t] = squares[(t.local[0] + 1) % 4];
  });
  taken.synchronize();

  for (const int square : results) std::cout << square << ' ';
  std::cout << '\n';
}
