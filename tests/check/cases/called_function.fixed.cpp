// The read is in a function that another function of the kernel calls.
#include <amp.h>

#include <vector>

using namespace concurrency;

__attribute__((noinline)) int get(const int (&from)[4], int i) restrict(amp) { return from[i]; }

__attribute__((noinline)) int get_mirrored(const int (&from)[4], int i) restrict(amp) {
  return get(from, 3 - i);
}

int main() {
  std::vector<int> data(4);
  array_view<int> out(4, data);
  parallel_for_each(out.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    tile_static int values[4];
    values[t.local[0]] = t.local[0];
    t.barrier.wait();
    out[t.global] = get_mirrored(values, t.local[0]);
  });
}
