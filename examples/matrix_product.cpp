/// @file
/// The product of two matrices, with one thread for each of its elements.
#include <amp.h>

#include <vector>

#include "print.h"

using namespace concurrency;

int main() {
  const std::vector<int> left{1, 4,  //
                              2, 5,  //
                              3, 6};
  const std::vector<int> right{7,  8,  9,  //
                               10, 11, 12};
  std::vector<int> result(3 * 3);

  const array_view<const int, 2> a(3, 2, left);
  const array_view<const int, 2> b(2, 3, right);
  const array_view<int, 2> product(3, 3, result);

  parallel_for_each(product.extent, [=](index<2> i) restrict(amp) {
    int sum = 0;
    for (int k = 0; k < a.extent[1]; ++k) sum += a(i[0], k) * b(k, i[1]);
    product[i] = sum;
  });

  print_matrix(product, 4);
}
