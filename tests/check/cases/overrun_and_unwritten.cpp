// A write behind the end of an array, and reads of elements of another that nobody has written: the
// end of the first thread hides none of them.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(8);
  array_view<int> out(8, data);
  array<int> unwritten(8);
  parallel_for_each(out.extent.tile<4>(), [=, &unwritten](tiled_index<4> t) restrict(amp) {
    tile_static int values[4];
    if (t.global[0] % 4 == 0) values[t.local[0] + 4] = 1;
    out[t.global] = unwritten[t.global];
  });
  // What the ended threads would have written is not known.
  parallel_for_each(out.extent, [=, &unwritten](index<1> i) restrict(amp) {
    out[i] = unwritten[i] + 1;
  });
}
