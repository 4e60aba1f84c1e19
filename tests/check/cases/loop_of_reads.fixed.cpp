// The loops read what has been written before a barrier.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(16);
  array_view<int> out(16, data);
  parallel_for_each(out.extent.tile<16>(), [=](tiled_index<16> t) restrict(amp) {
    tile_static int values[16], table[4][16];
    const int l = t.local[0];
    values[l] = t.global[0];
    table[2][l] = l;
    t.barrier.wait();
    int sum = 0;
    for (int k = 0; k < 16; ++k) sum += values[k];
    for (int k = 0; k < 16; ++k) sum += table[2][k];
    out[t.global] = sum;
  });
}
