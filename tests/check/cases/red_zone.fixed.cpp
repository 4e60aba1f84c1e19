// Pointers stay within their tile_static arrays.
#include <amp.h>

#include <vector>

using namespace concurrency;

__attribute__((noinline)) void add(int* numbers, int i, int value) restrict(amp) {
  numbers[i] += value;
}

__attribute__((noinline)) int get(const int* numbers, int i) restrict(amp) { return numbers[i]; }

int main() {
  std::vector<int> data(64);
  array_view<int> out(64, data);
  parallel_for_each(out.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
    tile_static int counts[64];
    tile_static int sums[64];
    const int i = t.local[0];
    counts[i] = 1;
    sums[i] = 2;
    t.barrier.wait();
    int* const from_four = &counts[4];
    if (i == 58 || i == 59) add(from_four, i, 5);
    t.barrier.wait();
    const int left = get(sums, (i + 63) % 64);
    out[t] = counts[i] + sums[i] + left;
  });
  out.synchronize();
  for (int i = 0; i < 64; ++i) {
    if (data[i] != (i == 62 || i == 63 ? 10 : 5)) return 1;
  }
}
