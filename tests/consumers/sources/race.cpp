// All threads of a tile add to one variable, without a barrier; built with milliamp::checked.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(8, 1);
  array_view<int, 1> sums(8, data);
  parallel_for_each(
      sums.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
        tile_static int total;
        total += sums[t];  // the race
        t.barrier.wait();
        sums[t] = total;
      });
}
