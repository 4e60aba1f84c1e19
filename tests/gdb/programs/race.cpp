// A missing barrier. The test of tools/gdb looks at the core dump.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> numbers(4);
  array_view<int> data(4, numbers);
  parallel_for_each(
      data.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
        tile_static int values[4];
        values[t.local[0]] = 10 * t.local[0];
        const int opposite = 3 - t.local[0];
        if (t.local[0] >= 2) data[t] = values[opposite];  // race
        t.barrier.wait();
      });
}
