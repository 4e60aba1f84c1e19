// Elements of an array that a neighboring tile writes in the same launch. In some orders they are
// read before: that is the race, and no other finding.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(16);
  array<int> values(16);
  array_view<int> out(16, data);
  parallel_for_each(out.extent.tile<4>(), [=, &values](tiled_index<4> t) restrict(amp) {
    const int me = t.global[0];
    values[me] = me;
    t.barrier.wait();
    out[t] = values[(me + 2) % 16];
  });
}
