// Swizzles that are copied before they are converted read only their own components. Other
// components of the vectors are unwritten, or another thread writes them: two swizzles include
// such components.
#include <amp.h>
#include <amp_short_vectors.h>

#include <vector>

using namespace concurrency;
using graphics::int_2;
using graphics::int_3;
using graphics::int_4;

int main() {
  std::vector<int> data(8);
  array_view<int> out(8, data);
  parallel_for_each(out.extent.tile<8>(), [=](tiled_index<8> t) restrict(amp) {
    tile_static int_4 points[8];
    const int l = t.local[0];
    points[l].xyz = int_3(1, 2, 3);
    const int_4& point = points[l];
    const int_2 chosen = l % 2 ? points[l].xy : points[l].yz;
    const auto copy = l % 2 ? points[l].xy : points[l].zy;
    const auto of_constant = point.zx;
    const auto last = points[l].wz;
    out[t] = chosen.x + copy.y + of_constant.x + last.x;
  });
  parallel_for_each(out.extent.tile<8>(), [=](tiled_index<8> t) restrict(amp) {
    tile_static int_4 shared;
    const int l = t.local[0];
    if (l == 0) shared = int_4(1, 2, 3, 4);
    t.barrier.wait();
    if (l == 1) {
      shared.w = 9;
    } else {
      const int_2 chosen = l % 2 ? shared.xy : shared.yz;
      const auto copy = l % 2 ? shared.xy : shared.zy;
      const auto last = shared.wz;
      out[t] = chosen.x + copy.y + last.x;
    }
  });
}
