// A function reads elements through a pointer, which other threads have written before a barrier.
#include <amp.h>

#include <vector>

using namespace concurrency;

namespace {

int add_up(const int* numbers, int count) restrict(amp) {
  int values = 0;
  for (int i = 0; i < count; ++i) values += numbers[i];
  return values;
}

}  // namespace

int main() {
  std::vector<int> sums(8);
  array_view<int> result(8, sums);
  parallel_for_each(
      result.extent.tile<8>(), [=](tiled_index<8> t) restrict(amp) {
        tile_static int values[8];
        values[t.local[0]] = 1;
        t.barrier.wait();
        if (t.local[0] == 7) result[t] = add_up(values, 8);
      });
}
