// The same with indices within the array.
#include <amp.h>

#include <vector>

using namespace concurrency;

__attribute__((noinline)) void add(int* numbers, int i, int value) restrict(amp) {
  numbers[i] += value;
}

__attribute__((noinline)) int get(const int* numbers, int i) restrict(amp) { return numbers[i]; }

int main() {
  std::vector<int> data(512);
  array_view<int> out(512, data);
  parallel_for_each(out.extent.tile<512>(), [=](tiled_index<512> t) restrict(amp) {
    tile_static int counts[1024];
    tile_static int sums[1024];
    const int i = t.local[0];
    counts[i] = counts[i + 512] = 1;
    sums[i] = sums[i + 512] = 2;
    t.barrier.wait();
    add(counts, i, 3);
    t.barrier.wait();
    out[t] = sums[i] + get(counts, 511 - i);
  });
}
