// double_all(view) is a launch that doubles each element of a view. Double the numbers, add up
// the results on the host, set the first number to that sum, and double all numbers again. Return
// the sum.
//
// The loop over `numbers` and the assignment to numbers[0] stay as they are: they use the vector,
// not the view. When the function returns, the vector must have the results.
#include <milliamp/lesson.h>

using namespace concurrency;
using namespace milliamp::lesson;

int run(std::vector<int>& numbers) {
  const array_view<int> view(static_cast<int>(numbers.size()), numbers);
  double_all(view);
  int sum = 0;
  for (const int number : numbers) sum += number;
  numbers[0] = sum;
  double_all(view);
  return sum;
}
