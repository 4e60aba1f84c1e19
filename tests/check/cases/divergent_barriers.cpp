// Threads come to different barriers.
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
      if (t.local[0] % 2 == 0) {
        t.barrier.wait();
      } else {
        t.barrier.wait();
      }
      out[t.global] = values[3 - t.local[0]];
    });
  } catch (const runtime_exception&) {
  }
}
