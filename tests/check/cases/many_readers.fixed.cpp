// Two hundred threads read, then one of them writes.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(200);
  array_view<int> out(200, data);
  parallel_for_each(out.extent.tile<200>(), [=](tiled_index<200> t) restrict(amp) {
    tile_static int value;
    if (t.local[0] == 0) value = 1;
    t.barrier.wait();
    out[t.global] = value;
    t.barrier.wait();
    if (t.local[0] == 3) value = 2;
  });
}
