// Ends in a kernel, to leave a core dump.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> numbers(16);
  array_view<int, 2> data(4, 4, numbers);
  parallel_for_each(
      data.extent.tile<2, 2>(), [=](tiled_index<2, 2> t) restrict(amp) {
        tile_static int sums[2];
        const int row = t.local[0];
        if (t.local[1] == 0) sums[row] = row + 10;
        t.barrier.wait();                                   // wait
        if (t.local[1] == 1 && row == 0) __builtin_trap();  // end
        data[t] = sums[row];
      });
}
