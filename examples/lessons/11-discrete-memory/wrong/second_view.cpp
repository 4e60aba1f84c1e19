// Answer: One view on the vector is enough
#include <milliamp/lesson.h>

using namespace concurrency;
using namespace milliamp::lesson;

int run(std::vector<int>& numbers) {
  const array_view<int> view(static_cast<int>(numbers.size()), numbers);
  double_all(view);
  view.synchronize();
  int sum = 0;
  for (const int number : numbers) sum += number;
  const array_view<int> again(static_cast<int>(numbers.size()), numbers);
  again[0] = sum;
  double_all(again);
  again.synchronize();
  return sum;
}
