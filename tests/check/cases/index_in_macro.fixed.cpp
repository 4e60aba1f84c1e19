// Macros contain the subscripts, whose indices are within the arrays.
#include <amp.h>

#include <vector>

using namespace concurrency;

#define PUT(array, i, value) (array)[(i)] = (value)
#define COUNT(i) counts[i] += 1

int main() {
  std::vector<int> data(32);
  array_view<int> out(32, data);
  parallel_for_each(out.extent.tile<8>(), [=](tiled_index<8> t) restrict(amp) {
    tile_static int values[8], counts[8];
    values[t.local[0]] = counts[t.local[0]] = 0;
    t.barrier.wait();
    PUT(values, t.local[0], 4);
    COUNT(t.local[0]);
    t.barrier.wait();
    out[t] = values[t.local[0]] + counts[t.local[0]];
  });
}
