// A launch of its own adds up the results of all tiles.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(4), sum(1);
  array_view<int> results(4, data), total(1, sum);
  parallel_for_each(extent<1>(16).tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    if (t.local[0] == 0) results[t.tile] = t.tile[0];
  });
  parallel_for_each(extent<1>(1), [=](index<1> i) restrict(amp) {
    for (int tile = 0; tile < 4; ++tile) total[i] += results[tile];
  });
  total.synchronize();
}
