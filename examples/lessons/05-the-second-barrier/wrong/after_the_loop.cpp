// Answer: between the reads of one round and the writes of the next
#include <milliamp/lesson.h>

using namespace concurrency;
using namespace milliamp::lesson;

void rank(tiled_index<4> t, input<int> keys, input<int> numbers, output<int> ranks) restrict(amp) {
  tile_static int values[4];
  const int key = keys[t];
  int smaller = 0;
  for (int first = 0; first < 16; first += 4) {
    values[t.local[0]] = numbers[first + t.local[0]];
    t.barrier.wait();
    for (int i = 0; i < 4; ++i) smaller += values[i] < key ? 1 : 0;
  }
  t.barrier.wait();
  ranks[t] = smaller;
}
