// Each thread sets its element of results to its number, plus the numbers of all later tiles.
// sums has an element for each tile, which begins as 0.
//
// There are two launches with the same threads, one after another. Each thread reads its own
// number in each launch, and no other. The starter uses the first launch alone: its tiles wait
// for each other.
#include <milliamp/lesson.h>

using namespace concurrency;
using namespace milliamp::lesson;

void first_launch(tiled_index<4> t, input<int> numbers, array_view<int> sums) restrict(amp) {
  atomic_fetch_add(&sums[t.tile], numbers[t]);
  t.barrier.wait();
  if (t.local[0] == 0 && t.tile[0] + 1 < sums.extent[0]) {
    while (atomic_fetch_add(&sums[t.tile[0] + 1], 0) == 0) {
    }
    atomic_fetch_add(&sums[t.tile], atomic_fetch_add(&sums[t.tile[0] + 1], 0));
  }
}

void second_launch(tiled_index<4> t, input<int> numbers, array_view<int> sums,
                   output<int> results) restrict(amp) {
  results[t] = numbers[t];
  if (t.tile[0] + 1 < sums.extent[0]) results[t] += sums[t.tile[0] + 1];
}
