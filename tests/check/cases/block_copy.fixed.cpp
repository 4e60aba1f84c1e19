// A block of memory is copied from what a neighbour has filled.
#include <amp.h>

#include <cstring>
#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(8);
  array_view<int> out(8, data);
  parallel_for_each(extent<1>(2).tile<2>(), [=](tiled_index<2> t) {
    tile_static int rows[2][4];
    const int i = t.local[0];
    for (int column = 0; column < 4; ++column) rows[i][column] = column;
    t.barrier.wait();
    int copy[4];
    std::memcpy(copy, rows[1 - i], sizeof copy);
    out[t.local[0]] = copy[0] + copy[1] + copy[2] + copy[3];
  });
}
