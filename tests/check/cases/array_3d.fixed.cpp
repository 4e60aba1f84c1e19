// A mirror with a barrier, in three dimensions.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(4 * 6 * 4);
  array_view<int, 3> out(4, 6, 4, data);
  parallel_for_each(out.extent.tile<2, 3, 4>(), [=](tiled_index<2, 3, 4> t) restrict(amp) {
    tile_static int values[2][3][4];
    const index<3> i = t.local;
    values[i[0]][i[1]][i[2]] = out[t.global];
    t.barrier.wait();
    out[t.global] = values[1 - i[0]][2 - i[1]][3 - i[2]];
  });
}
