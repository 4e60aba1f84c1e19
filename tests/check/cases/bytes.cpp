// Threads write neighbouring bytes of a word, one of them a byte too far.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(4);
  array_view<int> out(4, data);
  parallel_for_each(out.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    tile_static char bytes[8];
    const int i = t.local[0];
    bytes[i] = 'a';
    if (i == 1) bytes[i + 1] = 'b';
    t.barrier.wait();
    out[t.global] = bytes[i];
  });
}
