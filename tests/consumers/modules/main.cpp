// A program that imports a module, and multiplies with what it exports. Without the barrier, its
// threads race.
#include <amp.h>

#include <cstdio>
import numbers;
using namespace concurrency;

int main() {
  int values[4] = {2, 2, 2, 2};
  const array_view<int> view(4, values);
  const int number = three();
  parallel_for_each(
      view.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
        tile_static int factor;
        if (t.local[0] == 0) factor = number;
#ifndef WITHOUT_BARRIER
        t.barrier.wait();
#endif
        view[t] *= factor;
      });
  view.synchronize();
  for (const int value : values) std::printf("%d ", value);
  std::puts("");
}
