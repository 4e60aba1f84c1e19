// The indices stay within the array.
#include <amp.h>

#include <cstdio>
#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(8);
  array_view<int> out(8, data);
  parallel_for_each(out.extent.tile<8>(), [=](tiled_index<8> t) restrict(amp) {
    tile_static int first[8];
    tile_static int values[8];
    tile_static int last[8];
    const int i = t.local[0];
    first[i] = values[i] = last[i] = 1;
    t.barrier.wait();
    if (i == 2) values[i + 1] = 1;
    if (i == 3) values[i - 1] = 1;
    t.barrier.wait();
    out[t] = first[i] + values[i] + last[i];
    if (i == 5) out[t] = values[i - 4] + 2;
    if (i == 6) out[t] = values[i - 2] + 2;
  });
  out.synchronize();
  for (const int d : data) {
    if (d != 3) std::printf("%d instead of 3\n", d);
  }
}
