// Reads beside atomic operations that an operation of the same thread validates, or that nothing
// changes at the same time. See src/race/validated_reads.h.
#include <amp.h>

#include <vector>

using namespace concurrency;

void add(int* p, int x) restrict(amp) {
  int old = *p;
  while (!atomic_compare_exchange(p, &old, old + x)) {
  }
}

void raise_to(int* p, int x) restrict(amp) {
  if (x > *p) atomic_fetch_max(p, x);
}

int main() {
  const int size = 256;
  std::vector<int> data(size), more(8);
  for (int i = 0; i < size; ++i) data[i] = i * 37 % 101 - 50;
  array_view<int> values(size, data), global(8, more);
  // In one tile, and between tiles.
  parallel_for_each(values.extent.tile<32>(), [=](tiled_index<32> t) restrict(amp) {
    tile_static int sum, highest, next, own[32];
    const int l = t.local[0];
    if (l == 0) sum = highest = next = 0;
    own[l] = 0;
    t.barrier.wait();
    add(&sum, l);
    add(&global[0], l);
    raise_to(&highest, values[t]);
    raise_to(&global[1], values[t]);
    // Each item is for the thread that gets its number.
    while (next < 40) {
      const int i = atomic_fetch_inc(&next);
      if (i < 40) atomic_fetch_add(&global[2], i);
    }
    // The third thread is the only one that finds what it looks for.
    if (l == 2 && global[3] == 0) atomic_exchange(&global[3], 1);
    // No other thread changes the memory.
    atomic_fetch_inc(&own[l]);
    values[t] = own[l];
    // Compare-exchanges that fail change nothing.
    int expected = -1;
    atomic_compare_exchange(&global[4], &expected, 0);
    values[t] += global[4];
    t.barrier.wait();
    values[t] += sum + highest;
  });
  // In an untiled launch.
  parallel_for_each(values.extent, [=](index<1> i) restrict(amp) {
    add(&global[5], i[0]);
    raise_to(&global[6], values[i]);
    for (int k = 0; k < 4; ++k) raise_to(&global[7], values[i] + k);
  });
  // A thread that polls and executes a fence orders itself.
  parallel_for_each(extent<1>(2).tile<2>(), [=](tiled_index<2> t) restrict(amp) {
    tile_static int flag, message;
    if (t.local[0] == 0) flag = message = 0;
    t.barrier.wait();
    if (t.local[0] == 0) {
      message = 1;
      all_memory_fence(t.barrier);
      atomic_exchange(&flag, 1);
    } else if (flag != 0) {
      all_memory_fence(t.barrier);
      values[0] = message;
    }
  });
  // The host reads what the last launch has left.
  values.synchronize();
}
