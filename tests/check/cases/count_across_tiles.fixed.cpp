// Threads use the values that their atomic operations return, or read the count in the next launch.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> counters(1), data(4), more(4);
  array_view<int> count(1, counters), out(4, data), last(4, more);
  parallel_for_each(extent<1>(16).tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    if (t.local[0] == 0) out[t.tile] = atomic_fetch_add(&count[0], 4);
  });
  parallel_for_each(last.extent, [=](index<1>) restrict(amp) { atomic_fetch_add(&count[0], 1); });
  parallel_for_each(last.extent, [=](index<1> i) restrict(amp) { last[i] = count[0]; });
}
