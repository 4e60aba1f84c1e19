// Answer: before you read the vector directly
#include <milliamp/lesson.h>

using namespace concurrency;
using namespace milliamp::lesson;

int run(std::vector<int>& numbers) {
  const array_view<int> view(static_cast<int>(numbers.size()), numbers);
  double_all(view);
  view.refresh();
  int sum = 0;
  for (const int number : numbers) sum += number;
  numbers[0] = sum;
  view.refresh();
  double_all(view);
  view.synchronize();
  return sum;
}
