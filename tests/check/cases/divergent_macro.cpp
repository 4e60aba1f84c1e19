// Two barriers with different fences in one macro, so that they have the same line and column.
#include <amp.h>

#include <vector>

using namespace concurrency;

#define SYNCHRONIZE(barrier, is_global) \
  if (is_global)                        \
    barrier.wait();                     \
  else                                  \
    barrier.wait_with_tile_static_memory_fence()

int main() {
  std::vector<int> data(4);
  array_view<int> out(4, data);
  try {
    parallel_for_each(out.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
      tile_static int values[4];
      values[t.local[0]] = 1;
      SYNCHRONIZE(t.barrier, t.local[0] % 2 == 0);
      out[t.global] = values[3 - t.local[0]];
    });
  } catch (const runtime_exception&) {
  }
}
