// Bit-fields share a byte; variables do not.
#include <amp.h>

#include <vector>

using namespace concurrency;

struct pair {
  unsigned char one : 4;
  unsigned char other : 4;
};

int main() {
  std::vector<int> data(2);
  array_view<int> out(2, data);
  parallel_for_each(out.extent.tile<2>(), [=](tiled_index<2> t) restrict(amp) {
    tile_static pair both;
    if (t.local[0] == 0) both.one = 1;
    if (t.local[0] == 1) both.other = 2;
    t.barrier.wait();
    out[t.global] = both.one + both.other;
  });
}
