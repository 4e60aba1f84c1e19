// Two calls of one function race with each other: the report tells one from the other.
#include <amp.h>

#include <vector>

using namespace concurrency;

[[gnu::noinline]] void set(int& place, int value) restrict(amp) { place = value; }

int main() {
  std::vector<int> data(4);
  array_view<int> out(4, data);
  parallel_for_each(out.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    tile_static int values[4];
    set(values[t.local[0]], 1);
    set(values[3 - t.local[0]], 2);
    t.barrier.wait();
    out[t] = values[t.local[0]];
  });
}
