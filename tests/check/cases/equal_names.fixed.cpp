// One thread writes the variables.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(64);
  const array_view<int> a(64, data);
  parallel_for_each(a.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
    tile_static int last;
    int* const outer = &last;
    {
      tile_static int last;
      if (t.local[0] == 63) { last = t.local[0]; *outer = t.local[0]; }
    }
  });
}
