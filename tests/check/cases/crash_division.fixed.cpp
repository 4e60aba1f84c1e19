// A thread divides by the number of its neighbours, which is zero for the last one.
#include <amp.h>

#include <vector>

using namespace concurrency;

int share(int value, int neighbours) restrict(amp) {
  return neighbours == 0 ? value : value / neighbours;
}

int main() {
  std::vector<int> numbers(8, 12);
  array_view<int> data(8, numbers);
  parallel_for_each(data.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    tile_static int copies[4];
    copies[t.local[0]] = data[t.global];
    t.barrier.wait();
    data[t.global] = share(copies[3 - t.local[0]], 7 - t.global[0]);
  });
}
