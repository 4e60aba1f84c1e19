// Three races, two of them known.
// suppressions=suppressions.known
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(4);
  array_view<int> out(4, data);
  parallel_for_each(out.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    tile_static int first[4], second[4], third[4];
    const int i = t.local[0];
    first[i] = i;
    second[i] = i;
    third[i] = i;
    out[i] = first[3 - i];
    out[i] += second[3 - i];
    out[i] += third[3 - i];
  });
}
