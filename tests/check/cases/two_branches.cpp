// Each of two branches writes the same variable, which compilers like to make one write.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> numbers(8);
  array_view<int> out(8, numbers);
  parallel_for_each(out.extent.tile<2>(), [=](tiled_index<2> t) restrict(amp) {
    tile_static int value;
    if (t.local[0] == 0) {
      value = 1;
    } else {
      value = 2;
    }
    t.barrier.wait();
    out[t] = value;
  });
}
