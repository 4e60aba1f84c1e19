// Answer: A barrier orders what stands before it and what stands after it
#include <milliamp/lesson.h>

using namespace concurrency;
using namespace milliamp::lesson;

void add_neighbours(tiled_index<8> t, input<int> numbers, output<int> sums) restrict(amp) {
  tile_static int values[8];
  t.barrier.wait();
  values[t.local[0]] = numbers[t];
  sums[t] = values[t.local[0]] + values[(t.local[0] + 1) % 8];
}
