// The threads add to a variable that has no value yet.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(4);
  array_view<int> out(4, data);
  parallel_for_each(out.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    tile_static int sum;
#if FIXED
    if (t.local[0] == 0) sum = 0;
    t.barrier.wait();
#endif
    atomic_fetch_add(&sum, t.local[0]);
    t.barrier.wait();
    out[t.global] = sum;
  });
}
