// A transposition with a barrier, in two dimensions.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(64);
  array_view<int, 2> out(8, 8, data);
  parallel_for_each(out.extent.tile<4, 4>(), [=](tiled_index<4, 4> t) restrict(amp) {
    tile_static int values[4][4];
    values[t.local[0]][t.local[1]] = out[t.global];
    t.barrier.wait();
    out[t.global] = values[t.local[1]][t.local[0]];
  });
}
