// The index is within the array, and the elements have been written.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(8);
  array_view<int> out(8, data);
  array<int> written(8);
  parallel_for_each(out.extent.tile<4>(), [=, &written](tiled_index<4> t) restrict(amp) {
    tile_static int values[4];
    if (t.global[0] % 4 == 0) values[t.local[0] + 3] = 1;
    written[t.global] = 1;
    out[t.global] = written[t.global];
  });
}
