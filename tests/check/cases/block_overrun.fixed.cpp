// A block is copied to a tile_static array of its size.
#include <amp.h>

#include <cstring>
#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(32);
  array_view<int> out(32, data);
  parallel_for_each(out.extent.tile<16>(), [=](tiled_index<16> t) restrict(amp) {
    tile_static int values[16];
    int own[32] = {};
    for (int i = 0; i < 32; ++i) own[i] = i + t.local[0];
    if (t.local[0] == 5) std::memcpy(values, own, sizeof values);
    t.barrier.wait();
    out[t.global] = values[t.local[0]];
  });
}
