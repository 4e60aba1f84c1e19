// Every index is one of the array in the struct.
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
    buckets[own].values[slot] = slot;
    t.barrier.wait();
    out[t] = buckets[own].values[slot] + buckets[own].count;
  });
}
