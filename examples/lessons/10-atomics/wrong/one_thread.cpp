// Answer: reads for all
#include <milliamp/lesson.h>

using namespace concurrency;
using namespace milliamp::lesson;

void pack(tiled_index<8> t, input<int> numbers, array_view<int> count,
          output<int> packed) restrict(amp) {
  if (t.global[0] != 0) return;
  for (int i = 0; i < numbers.extent[0]; ++i) {
    const int number = numbers[i];
    if (number > 50) packed[atomic_fetch_inc(&count[0])] = number;
  }
}
