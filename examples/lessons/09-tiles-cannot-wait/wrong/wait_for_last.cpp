// Answer: no promise that they ever run at the same time
#include <milliamp/lesson.h>

using namespace concurrency;
using namespace milliamp::lesson;

void first_launch(tiled_index<4> t, input<int> numbers, array_view<int> sums) restrict(amp) {
  atomic_fetch_add(&sums[t.tile], numbers[t]);
  const int last = sums.extent[0] - 1;
  while (t.tile[0] < last && atomic_fetch_add(&sums[last], 0) == 0) {
  }
}

void second_launch(tiled_index<4> t, input<int> numbers, array_view<int> sums,
                   output<int> results) restrict(amp) {
  int result = numbers[t];
  for (int tile = t.tile[0] + 1; tile < sums.extent[0]; ++tile) result += sums[tile];
  results[t] = result;
}
