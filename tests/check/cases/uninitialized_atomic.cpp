// A counter is counted up that nobody has set to 0.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(1);
  array_view<int> out(1, data);
  parallel_for_each(extent<1>(4).tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    tile_static int count;
    atomic_fetch_add(&count, 1);
    t.barrier.wait();
    if (t.local[0] == 0) out[0] = count;
  });
}
