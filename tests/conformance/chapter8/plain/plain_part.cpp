#include "plain/plain_part.h"

int sum_of(concurrency::array_view<const int> numbers) {
  int sum = 0;
  for (int i = 0; i < numbers.extent[0]; ++i) sum += numbers[i];
  return sum;
}

void add(concurrency::array_view<int> numbers, int summand) {
  for (int i = 0; i < numbers.extent[0]; ++i) numbers[i] += summand;
}
