/// @file
/// Multiplies the elements of an array by ten on the accelerator, and copies them back.
///
/// An array owns its elements, which are on the accelerator: the constructor copies them there, and
/// copy() copies them back. A kernel captures an array by reference.
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
  print_row(numbers);  // Unchanged: the array has a copy.

  numbers = on_accelerator;
  print_row(numbers);
}
