// A race, and an index that is out of bounds.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> numbers(4);
  array_view<int> data(4, numbers);
  parallel_for_each(
      data.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
        tile_static int first;
        if (t.local[0] < 2) first = t.local[0];         // race
        if (t.local[0] == 3) data[t.local[0] + 1] = 0;  // index
        t.barrier.wait();
        data[t] = first;
      });
}
