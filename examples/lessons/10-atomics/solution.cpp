// A solution of the exercise.
#include <milliamp/lesson.h>

using namespace concurrency;
using namespace milliamp::lesson;

void pack(tiled_index<8> t, input<int> numbers, array_view<int> count,
          output<int> packed) restrict(amp) {
  const int number = numbers[t];
  if (number > 50) {
    const int place = atomic_fetch_inc(&count[0]);
    packed[place] = number;
  }
}
