// Answer: Only the end of a launch orders the threads of different tiles
#include <milliamp/lesson.h>

using namespace concurrency;
using namespace milliamp::lesson;

void first_launch(tiled_index<4> t, input<int> numbers, array_view<int> sums) restrict(amp) {
  atomic_fetch_add(&sums[t.tile], numbers[t]);
}

void second_launch(tiled_index<4> t, input<int> numbers, array_view<int> sums,
                   output<int> results) restrict(amp) {
  int result = numbers[t];
  for (int tile = t.tile[0] + 1; tile < sums.extent[0]; ++tile) result += sums[tile];
  sums[t.tile] = result;
  results[t] = result;
}
