// Answer: Each thread reads its own number only
#include <milliamp/lesson.h>

using namespace concurrency;
using namespace milliamp::lesson;

void add_neighbours(tiled_index<8> t, input<int> numbers, output<int> sums) restrict(amp) {
  sums[t] = numbers[t] + numbers[t.tile_origin[0] + (t.local[0] + 1) % 8];
}
