// The variable has 64 KiB; a tile can have 32 KiB.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
#if FIXED
  constexpr int tile_size = 32;
#else
  constexpr int tile_size = 64;
#endif
  std::vector<float> data(256, 1);
  array_view<float> out(256, data);
  parallel_for_each(out.extent.tile<tile_size>(), [=](tiled_index<tile_size> t) restrict(amp) {
    tile_static float values[tile_size][256];
    for (int i = 0; i < 256; ++i) values[t.local[0]][i] = out[t.global];
    out[t.global] = values[t.local[0]][255];
  });
}
