// A barrier in a condition: threads that do not reach it race with those that have passed the one
// before. The divergence, which is the cause, is reported first.
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
      if (t.local[0] == 0) values[3] = 2;
      if (t.local[0] < 2) {
        t.barrier.wait();
        values[t.local[0]] = 3;
      }
      out[t.global] = 1;
    });
  } catch (const runtime_exception&) {
  }
}
