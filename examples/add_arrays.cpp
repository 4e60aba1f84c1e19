/// @file
/// The sum of two arrays, element by element: in a loop, with one thread for each element, and in a
/// function that the threads call.
///
/// parallel_for_each has two arguments. The compute domain, here the extent of an array_view,
/// defines the threads: one for each index in it. The kernel, here a lambda, is the function that
/// every thread runs. restrict(amp) declares that it uses only what an accelerator supports; a kernel
/// may call functions that are also restrict(amp).
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

/// Arguments are passed as usual: a copy of an array_view is a view of the same data.
void add_at(index<1> i, array_view<const int> a, array_view<const int> b,
            array_view<int> sum) restrict(amp) {
  sum[i] = a[i] + b[i];
}

std::vector<int> add_in_a_function() {
  std::vector<int> sums(low.size());
  const array_view<const int> a(low);
  const array_view<const int> b(high);
  const array_view<int> sum(sums);
  sum.discard_data();
  parallel_for_each(sum.extent, [=](index<1> i) restrict(amp) { add_at(i, a, b, sum); });
  sum.synchronize();
  return sums;
}

int main() {
  std::cout << "in a loop:     ";
  print_row(add_in_a_loop());
  std::cout << "in threads:    ";
  print_row(add_in_threads());
  std::cout << "in a function: ";
  print_row(add_in_a_function());
}
