// A macro that all threads of a tile pass by the same branch, and a barrier that the compiler may
// duplicate for the branches in front of it.
#include <amp.h>

#include <vector>

using namespace concurrency;

#define SYNCHRONIZE(barrier, is_global) \
  if (is_global)                        \
    barrier.wait();                     \
  else                                  \
    barrier.wait_with_tile_static_memory_fence()

int main() {
  std::vector<int> data(8);
  array_view<int> out(8, data);
  parallel_for_each(out.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    tile_static int values[4];
    values[t.local[0]] = 1;
    SYNCHRONIZE(t.barrier, t.tile[0] == 0);
    int sum = values[3 - t.local[0]];
    for (int round = 0; round < 2; ++round) {
      if (t.local[0] % 2 == 0) sum += 2;
      SYNCHRONIZE(t.barrier, true);
      if (t.local[0] % 2 == 0) sum *= 3;
    }
    out[t.global] = sum;
  });
}
