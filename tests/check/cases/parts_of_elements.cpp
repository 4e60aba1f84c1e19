// Components of short vectors, and what captured pointers point to, by the names of the source.
#include <amp.h>
#include <amp_short_vectors.h>

#include <vector>

using namespace concurrency;
using namespace concurrency::graphics;

struct counts {
  int even;
  int odd;
};

int main() {
  std::vector<float_4> values(4);
  array_view<float_4> colors(4, values);
  int sum = 0;
  counts both = {};
  int* total = &sum;
  counts* found = &both;
  parallel_for_each(colors.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    tile_static float_3 normal;
    normal.z = 1;
    colors[1].y = 2;
    *total = 3;
    found->odd = 4;
    t.barrier.wait();
    colors[t].x = normal.z;
  });
}
