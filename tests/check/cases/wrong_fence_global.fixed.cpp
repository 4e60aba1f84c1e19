// The barrier orders global memory only.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(4);
  array_view<int> out(4, data);
  parallel_for_each(out.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    out[t.global] = t.local[0];
    t.barrier.wait_with_global_memory_fence();
    const int neighbour = out[3 - t.global[0]];
    t.barrier.wait();
    out[t.global] = neighbour;
  });
}
