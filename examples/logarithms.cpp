/// @file
/// Mathematics in a kernel: concurrency::fast_math for speed, concurrency::precise_math for
/// precision and for double.
#include <amp.h>
#include <amp_math.h>

#include <vector>

#include "print.h"

using namespace concurrency;

int main() {
  std::vector<float> numbers{1, 10, 60, 100, 600, 1000};

  const array_view<float> logarithms(numbers);
  parallel_for_each(logarithms.extent, [=](index<1> i) restrict(amp) {
    logarithms[i] = fast_math::log10(logarithms[i]);
  });
  logarithms.synchronize();

  print_row(numbers);
}
