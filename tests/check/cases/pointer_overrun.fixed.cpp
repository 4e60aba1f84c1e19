// A function writes what there is, through a pointer to a tile_static array.
#include <amp.h>

#include <vector>

using namespace concurrency;

__attribute__((noinline)) void fill(int* begin, int count) restrict(amp) {
  for (int i = 0; i < count; ++i) begin[i] = i;
}

int main() {
  std::vector<int> data(32);
  array_view<int> out(32, data);
  parallel_for_each(out.extent.tile<16>(), [=](tiled_index<16> t) restrict(amp) {
    tile_static int values[16];
    if (t.local[0] == 5) fill(values, 16);
    t.barrier.wait();
    out[t.global] = values[t.local[0]];
  });
}
