// Each thread sets its element of sums to the sum of three numbers: the one at its index, the one
// before it and the one after it. Before the first number and after the last one, there is nothing
// to add.
//
// Each thread sets its own element, and reads no number that it does not add.
#include <milliamp/lesson.h>

using namespace concurrency;
using namespace milliamp::lesson;

void add_three(index<1> i, input<int> numbers, output<int> sums) restrict(amp) {
  sums[i] = numbers[i[0] - 1] + numbers[i] + numbers[i[0] + 1];
}
