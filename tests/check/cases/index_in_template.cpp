// A tile_static array in a template, whose index is beyond its end. The subscripts depend on the arguments.
#include <amp.h>

#include <vector>

using namespace concurrency;

template <int Height, int Width>
void shift(const array_view<int, 2>& out) {
  parallel_for_each(out.extent.tile<Height, Width>(), [=](tiled_index<Height, Width> t) restrict(amp) {
    tile_static int rows[Height][Width];
    rows[t.local[0]][t.local[1]] = 1;
    t.barrier.wait();
    out[t] = rows[t.local[0] + 1][t.local[1]];
  });
}

int main() {
  std::vector<int> data(16);
  array_view<int, 2> out(4, 4, data);
  shift<4, 4>(out);
  out.synchronize();
}
