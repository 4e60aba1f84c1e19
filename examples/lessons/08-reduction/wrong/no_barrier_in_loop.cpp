// Answer: The sums of one step are the numbers of the next
#include <milliamp/lesson.h>

using namespace concurrency;
using namespace milliamp::lesson;

void add_up(tiled_index<16> t, input<counted> numbers, output<counted> sums) restrict(amp) {
  tile_static counted values[16];
  const int me = t.local[0];
  const int first = 64 * t.tile[0];
  counted own = numbers[first + me];
  for (int i = me + 16; i < 64; i += 16) own += numbers[first + i];
  values[me] = own;
  t.barrier.wait();
  for (int half = 8; half > 0; half /= 2) {
    if (me < half) values[me] += values[me + half];
  }
  if (me == 0) sums[t.tile] = values[0];
}
