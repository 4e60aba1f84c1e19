// The last tile adds up the results of all tiles. The fences order the threads of one tile only.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(4), sum(1);
  array_view<int> results(4, data), total(1, sum);
  int done = 0;
  array_view<int> count(1, &done);
  parallel_for_each(extent<1>(16).tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    if (t.local[0] != 0) return;
    results[t.tile] = t.tile[0];
    global_memory_fence(t.barrier);
    atomic_fetch_inc(&count[0]);
    global_memory_fence(t.barrier);
    if (t.tile[0] != 3) return;
    for (int i = 0; i < 4; ++i) total[0] += results[i];
  });
  total.synchronize();
  count.synchronize();
}
