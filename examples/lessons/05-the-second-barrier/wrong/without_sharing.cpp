// Answer: Let the tile bring in
#include <milliamp/lesson.h>

using namespace concurrency;
using namespace milliamp::lesson;

void rank(tiled_index<4> t, input<int> keys, input<int> numbers, output<int> ranks) restrict(amp) {
  const int key = keys[t];
  int smaller = 0;
  for (int i = 0; i < 16; ++i) smaller += numbers[i] < key ? 1 : 0;
  ranks[t] = smaller;
}
