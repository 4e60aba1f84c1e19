// What is read has been written.
#include <amp.h>

#include <vector>

using namespace concurrency;

struct point {
  point() restrict(cpu, amp) : x(0), y(0) {}
  int x, y;
};

int main() {
  std::vector<int> numbers(64);
  array_view<int> out(64, numbers);
  parallel_for_each(out.extent.tile<8>(), [=](tiled_index<8> t) restrict(amp) {
    tile_static point points[8];
    points[t.local[0]].x = t.local[0];
    points[t.local[0]].y = 0;
    t.barrier.wait();
    out[t] = points[7 - t.local[0]].x + points[7 - t.local[0]].y;
  });
}
