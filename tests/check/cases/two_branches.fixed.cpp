// Each branch writes a variable of its own.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> numbers(8);
  array_view<int> out(8, numbers);
  parallel_for_each(out.extent.tile<2>(), [=](tiled_index<2> t) restrict(amp) {
    tile_static int value[2];
    if (t.local[0] == 0) {
      value[0] = 1;
    } else {
      value[1] = 2;
    }
    t.barrier.wait();
    out[t] = value[1 - t.local[0]];
  });
}
