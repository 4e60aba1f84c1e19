/// @file
/// Multiplies the elements of an array by ten on the accelerator, and copies them back.
///
/// An array owns its elements, which live on the accelerator: they are copied there when it is made,
/// and back when somebody asks. A kernel captures it by reference.
#include <amp.h>

#include <numeric>
#include <vector>

#include "print.h"

using namespace concurrency;

int main() {
  std::vector<int> numbers(5);
  std::iota(numbers.begin(), numbers.end(), 0);

  array<int> on_accelerator(5, numbers.begin(), numbers.end());
  parallel_for_each(on_accelerator.extent, [&on_accelerator](index<1> i) restrict(amp) {
    on_accelerator[i] *= 10;
  });
  print_row(numbers);  // As they were: the array has a copy.

  numbers = on_accelerator;
  print_row(numbers);
}
