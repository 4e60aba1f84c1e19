// A solution of the exercise.
#include <milliamp/lesson.h>

using namespace concurrency;
using namespace milliamp::lesson;

void add_three(index<1> i, input<int> numbers, output<int> sums) restrict(amp) {
  int sum = numbers[i];
  if (i[0] > 0) sum += numbers[i[0] - 1];
  if (i[0] + 1 < numbers.extent[0]) sum += numbers[i[0] + 1];
  sums[i] = sum;
}
