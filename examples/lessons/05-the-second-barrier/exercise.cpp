// Each thread sets its element of ranks to the count of numbers that are smaller than its own
// key. There are 16 numbers; the tile brings them in by four, one for each thread.
//
// Each thread sets its own element, and reads its key and four numbers. The tile_static array
// keeps its four elements: a real program has more numbers than fit.
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
  ranks[t] = smaller;
}
