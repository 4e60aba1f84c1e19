// Neighbours in an array of doubles.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<double> data(4);
  array_view<double> out(4, data);
  parallel_for_each(out.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    tile_static double values[4];
    values[t.local[0]] = t.local[0];
    values[(t.local[0] + 1) % 4] = 1;
    t.barrier.wait();
    out[t.global] = values[t.local[0]];
  });
}
