// Every thread that finds something says so in one variable.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(32, 7);
  array_view<int> numbers(32, data);
  parallel_for_each(numbers.extent.tile<32>(), [=](tiled_index<32> t) restrict(amp) {
    tile_static int found;
    if (t.local[0] == 0) found = 0;
    t.barrier.wait();
    if (numbers[t.global] == 7) found = 1;
    t.barrier.wait();
    numbers[t.global] = found;
  });
}
