// The same within the arrays, views and variables.
#include <amp.h>

#include <cstdio>
#include <vector>

using namespace concurrency;

constexpr int size = 512;

__attribute__((noinline)) void put(int* numbers, int i, int value) restrict(amp) {
  numbers[i] = value;
}

int main() {
  std::vector<int> first(size * size), second(size * size);
  array_view<int, 2> above(size, size, first), below(size, size, second);
  array<int, 2> left(size, size), right(size, size);
  parallel_for_each(extent<1>(16).tile<4>(), [=, &left, &right](tiled_index<4> t) restrict(amp) {
    tile_static int before[4], counts[8], after[4];
    const int own = t.local[0];
    before[own] = after[own] = 0;
    put(counts, own, 1);
    put(counts, own + 4, 2);
    if (t.tile[0] == 0) {
      put(&above(0, 0), own, 3);
      put(&below(0, 0), own, 4);
      put(&left(0, 0), own, 5);
      put(&right(0, 0), own, 6);
    }
  });
}
