#include <milliamp/lesson.h>

static void double_all(const concurrency::array_view<int>& view) {
  concurrency::parallel_for_each(
      view.extent, [=](concurrency::index<1> i) restrict(amp) { view[i] *= 2; });
}

#include EXERCISE

int main() {
  begin_check();
  std::vector<int> numbers = some_numbers(6);
  std::vector<int> expected = numbers;
  int expected_sum = 0;
  for (int& number : expected) {
    expected_sum += 2 * number;
    number *= 4;
  }
  expected[0] = 2 * expected_sum;

  const int sum = run(numbers);
  if (sum != expected_sum) {
    refuse("wrong result: the sum is " + std::to_string(sum) + " instead of " +
           std::to_string(expected_sum));
  }
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] != expected[i]) {
      refuse("wrong result: numbers[" + std::to_string(i) + "] is " + std::to_string(numbers[i]) +
             " instead of " + std::to_string(expected[i]));
    }
  }
}
