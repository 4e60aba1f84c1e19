// Pack the numbers above 50 side by side into the first elements of packed, in any order. count[0]
// begins as 0 and ends as the count of these numbers.
//
// Each thread reads its own number, and stores it itself.
#include <milliamp/lesson.h>

using namespace concurrency;
using namespace milliamp::lesson;

void pack(tiled_index<8> t, input<int> numbers, array_view<int> count,
          output<int> packed) restrict(amp) {
  const int number = numbers[t];
  if (number > 50) {
    atomic_fetch_inc(&count[0]);
    packed[count[0] - 1] = number;
  }
}
