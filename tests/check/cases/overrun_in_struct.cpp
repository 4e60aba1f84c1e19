// Wrong indices lead from an array in a struct to the member behind it, and to the next struct.
#include <amp.h>

#include <vector>

using namespace concurrency;

namespace {

struct bucket {
  int values[4];
  int count;
};

}  // namespace

int main() {
  std::vector<int> data(8);
  array_view<int> out(8, data);
  parallel_for_each(out.extent.tile<8>(), [=](tiled_index<8> t) restrict(amp) {
    tile_static bucket buckets[2];
    const int own = t.local[0] / 4, slot = t.local[0] % 4;
    if (slot == 0) buckets[own].count = 0;
    buckets[own].values[slot + 1] = slot;
    if (slot == 3) buckets[own].values[0] = slot;
    t.barrier.wait();
    out[t] = buckets[own].values[slot] + buckets[own].count;
  });
}
