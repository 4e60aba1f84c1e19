// The standard library compares elements with those that a neighbour has written.
#include <amp.h>

#include <algorithm>
#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(4);
  array_view<int> out(4, data);
  parallel_for_each(extent<1>(4).tile<4>(), [=](tiled_index<4> t) {
    tile_static int numbers[4];
    const int zeros[4] = {};
    numbers[t.local[0]] = 0;
    t.barrier.wait();
    out[t] = std::equal(zeros, zeros + 4, numbers);
  });
}
