// Two barriers with the same fence in one macro, so that nothing but their code tells them apart.
#include <amp.h>

#include <vector>

using namespace concurrency;

#define SYNCHRONIZE(barrier, is_even) \
  if (is_even)                        \
    barrier.wait();                   \
  else                                \
    barrier.wait()

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
