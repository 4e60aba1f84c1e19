// Answer: The first thread has nothing before its index, and the last one nothing after it
#include <milliamp/lesson.h>

using namespace concurrency;
using namespace milliamp::lesson;

void add_three(index<1> i, input<int> numbers, output<int> sums) restrict(amp) {
  int sum = numbers[i] + numbers[i[0] + 1];
  if (i[0] > 0) sum += numbers[i[0] - 1];
  sums[i] = sum;
}
