// All threads reach the barrier.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(4);
  array_view<int> out(4, data);
  parallel_for_each(out.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    t.barrier.wait();
    if (t.local[0] != 2) out[t.global] = 1;
  });
}
