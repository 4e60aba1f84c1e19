// What is read of a bit-field, and what is added to its neighbour, nobody has written.
#include <amp.h>

#include <vector>

using namespace concurrency;

struct packed {
  unsigned char low : 4;
  unsigned char high : 4;
  unsigned char middle : 8;
  int whole;
};

int main() {
  std::vector<int> data(4);
  array_view<int> out(4, data);
  parallel_for_each(out.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    tile_static packed all[4];
    packed& own = all[t.local[0]];
    own.low = 1;
    own.high = 2;
    own.whole += 3;
    out[t] = own.low + own.high + own.whole;
    out[t] += own.middle;
  });
}
