// Answer: one thread adds them up
#include <milliamp/lesson.h>

using namespace concurrency;
using namespace milliamp::lesson;

void add_up(tiled_index<16> t, input<counted> numbers, output<counted> sums) restrict(amp) {
  tile_static counted values[64];
  const int me = t.local[0];
  for (int i = me; i < 64; i += 16) values[i] = numbers[64 * t.tile[0] + i];
  t.barrier.wait();
  if (me == 0) {
    counted total = values[0];
    for (int i = 1; i < 64; ++i) total += values[i];
    sums[t.tile] = total;
  }
}
