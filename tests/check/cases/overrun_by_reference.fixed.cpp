// A function that gets a tile_static array by reference writes to it.
#include <amp.h>

#include <vector>

using namespace concurrency;

namespace {

void put(int (&slots)[8], int slot, int value) restrict(amp) { slots[slot] = value; }

}  // namespace

int main() {
  std::vector<int> data(8);
  array_view<int> out(8, data);
  parallel_for_each(out.extent.tile<8>(), [=](tiled_index<8> t) restrict(amp) {
    tile_static int before[8], values[8], behind[8];
    const int i = t.local[0];
    before[i] = behind[i] = 1;
    put(values, i, i);
    t.barrier.wait();
    out[t] = values[i ^ 1 | 1] + before[i] + behind[i];
  });
}
