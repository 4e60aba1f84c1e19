// A kernel whose threads race on `total`.
#include <amp.h>

#include <vector>

using namespace concurrency;

extern "C" void launch() {
  std::vector<int> numbers(8, 1);
  const array_view<int> view(numbers);
  parallel_for_each(
      view.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
        tile_static int total;
        total = t.local[0];
        t.barrier.wait();
        view[t] += total;
      });
  view.synchronize();
}
