/// @file
/// The sum of two arrays, computed in a function that the kernel calls.
///
/// A kernel may call functions that are also restrict(amp). Arguments are passed as usual: a copy
/// of an array_view is a view of the same data.
#include <amp.h>

#include <vector>

#include "print.h"

using namespace concurrency;

void add_at(index<1> i, array_view<const int> a, array_view<const int> b,
            array_view<int> sum) restrict(amp) {
  sum[i] = a[i] + b[i];
}

int main() {
  const std::vector<int> low{1, 2, 3, 4, 5};
  const std::vector<int> high{6, 7, 8, 9, 10};
  std::vector<int> sums(low.size());

  const array_view<const int> a(low);
  const array_view<const int> b(high);
  const array_view<int> sum(sums);
  parallel_for_each(sum.extent, [=](index<1> i) restrict(amp) { add_at(i, a, b, sum); });
  sum.synchronize();

  print_row(sums);
}
