// Each thread writes parts of its own.
#include <amp.h>
#include <amp_short_vectors.h>

#include <vector>

using namespace concurrency;
using namespace concurrency::graphics;

int main() {
  std::vector<float_4> values(4);
  array_view<float_4> colors(4, values);
  parallel_for_each(colors.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    tile_static float_2 normal;
    if (t.local[0] == 0) normal.x = 1;
    if (t.local[0] == 1) normal.y = 2;
    t.barrier.wait();
    colors[t].x = normal.x;
    colors[t].y = normal.y;
  });
}
