// Pointers past the end of an array are computed, and one is used. Only accesses count.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(4);
  array_view<int> out(4, data);
  parallel_for_each(out.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    int row[4] = {1, 2, 3, 4};
    const int* const far_end = row + (t.local[0] + 5);
    const int* const before = row - (1 + t.local[0]);
    const int sum = far_end[-2 - t.local[0]] + before[1 + t.local[0]];
    out[t.global] = sum + row[t.local[0] + 1];
  });
}
