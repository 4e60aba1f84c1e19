// A thread reads an element that another thread writes.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(4);
  array_view<int> out(4, data);
  parallel_for_each(out.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    tile_static int values[4];
    values[t.local[0]] = t.local[0];
#if FIXED
    t.barrier.wait();
#endif
    out[t.global] = values[3 - t.local[0]];
  });
}
