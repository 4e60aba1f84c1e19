/// @file
/// The sum of two arrays, element by element: in a loop, and with one thread for each element.
///
/// parallel_for_each has two arguments. The compute domain, here the extent of an array_view,
/// defines the threads: one for each index in it. The kernel, here a lambda, is the function that
/// every thread runs. restrict(amp) declares that it uses only what an accelerator supports.
#include <amp.h>

#include <vector>

#include "print.h"

using namespace concurrency;

const std::vector<int> low{1, 2, 3, 4, 5};
const std::vector<int> high{6, 7, 8, 9, 10};

std::vector<int> add_in_a_loop() {
  std::vector<int> sums(low.size());
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] = low[i] + high[i];
  return sums;
}

std::vector<int> add_in_threads() {
  std::vector<int> sums(low.size());

  // Views of the data. The kernel captures them by value.
  const array_view<const int> a(low);
  const array_view<const int> b(high);
  const array_view<int> sum(sums);
  sum.discard_data();  // The old values are not needed, so they are not copied to the accelerator.

  parallel_for_each(sum.extent, [=](index<1> i) restrict(amp) { sum[i] = a[i] + b[i]; });

  sum.synchronize();  // Copies the results back to the vector.
  return sums;
}

int main() {
  print_row(add_in_a_loop());
  print_row(add_in_threads());
}
