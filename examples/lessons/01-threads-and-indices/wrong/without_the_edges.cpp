// Answer: Which threads does your condition leave out?
#include <milliamp/lesson.h>

using namespace concurrency;
using namespace milliamp::lesson;

void add_three(index<1> i, input<int> numbers, output<int> sums) restrict(amp) {
  if (i[0] > 0 && i[0] + 1 < numbers.extent[0]) {
    sums[i] = numbers[i[0] - 1] + numbers[i] + numbers[i[0] + 1];
  }
}
