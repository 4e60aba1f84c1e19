// A sum in a tile_static variable, which compilers like to write when the loop is over.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> numbers(8);
  array_view<int> out(8, numbers);
  parallel_for_each(out.extent.tile<2>(), [=](tiled_index<2> t) restrict(amp) {
    tile_static int sum;
    if (t.local[0] == 0) sum = 0;
    t.barrier.wait();
    for (int i = 0; i < 10; ++i) {
      sum += i;
    }
    t.barrier.wait();
    out[t] = sum;
  });
}
