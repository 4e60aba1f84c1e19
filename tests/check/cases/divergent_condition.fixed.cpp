// Half of the threads do not come to the barrier.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(4);
  array_view<int> out(4, data);
  try {
    parallel_for_each(out.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
      tile_static int values[4];
      values[t.local[0]] = 1;
      t.barrier.wait();
      if (t.local[0] < 2) {
        out[t.global] = values[t.local[0] + 2];
      }
    });
  } catch (const runtime_exception&) {
  }
}
