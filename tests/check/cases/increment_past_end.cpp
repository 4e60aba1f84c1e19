// Clang takes the operand of an increment for an address only, which may be that of the end.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> results(8);
  array_view<int> sums(8, results);
  parallel_for_each(sums.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    tile_static int counts[4];
    const int me = t.local[0];
    counts[me] = me;
    t.barrier.wait();
    ++counts[me + 1];
    t.barrier.wait();
    sums[t] = counts[me];
  });
}
