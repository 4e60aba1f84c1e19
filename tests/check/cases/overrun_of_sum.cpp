// An operator reads what lies behind an array before it writes there.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(8);
  array_view<int> out(8, data);
  parallel_for_each(out.extent.tile<8>(), [=](tiled_index<8> t) restrict(amp) {
    tile_static int before[8], sums[8], behind[8];
    const int i = t.local[0];
    sums[i] = 0;
    t.barrier.wait();
    sums[i + 1] += 3;
    before[i] = behind[i] = i;
    before[i] += 1;
    behind[i] += 1;
    t.barrier.wait();
    out[t] = sums[i] + before[i] + behind[i];
  });
}
