// Every thread writes one variable.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(32);
  array_view<int> out(32, data);
  parallel_for_each(out.extent.tile<32>(), [=](tiled_index<32> t) restrict(amp) {
    tile_static int last;
    last = t.local[0];
    t.barrier.wait();
    out[t.global] = last;
  });
}
