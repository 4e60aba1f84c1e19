// Answer: its neighbour is the
#include <milliamp/lesson.h>

using namespace concurrency;
using namespace milliamp::lesson;

void add_neighbours(tiled_index<8> t, input<int> numbers, output<int> sums) restrict(amp) {
  tile_static int values[8];
  values[t.local[0]] = numbers[t];
  t.barrier.wait();
  sums[t] = values[t.local[0]] + values[t.local[0] + 1];
}
