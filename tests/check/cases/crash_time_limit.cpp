// One thread of a tile stays in a loop, the others wait for it.
// time_limit=1
#include <amp.h>

#include <vector>

using namespace concurrency;

/// A loop of one instruction: the report has its line.
void wait_for_ever() {
#if defined(__x86_64__)
  asm volatile("0: jmp 0b");
#else
  asm volatile("0: b 0b");
#endif
}

int main() {
  std::vector<int> numbers(8);
  array_view<int> data(8, numbers);
  parallel_for_each(data.extent.tile<8>(), [=](tiled_index<8> t) restrict(amp) {
    tile_static int steps[8];
    t.barrier.wait();
    steps[t.local[0]] = t.local[0];
    if (t.local[0] == 5) wait_for_ever();
    t.barrier.wait();
    data[t.global] = steps[7 - t.local[0]];
  });
}
