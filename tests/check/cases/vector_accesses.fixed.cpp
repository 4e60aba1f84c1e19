// The sum of the tile, with a barrier at the end of the loop.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> numbers(64, 1), sums(16);
  array_view<const int> in(64, numbers);
  array_view<int> out(16, sums);
  parallel_for_each(out.extent.tile<16>(), [=](tiled_index<16> t) restrict(amp) {
    tile_static int part[16];
    int sum = 0;
    for (int i = 0; i < 4; ++i) {
      part[t.local[0]] = in[i * 16 + t.local[0]];
      t.barrier.wait();
      for (int k = 0; k < 16; ++k) sum += part[k];
      t.barrier.wait();
    }
    out[t] = sum;
  });
}
