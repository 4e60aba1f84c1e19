// The product of two matrices of 12x12 numbers, in tiles of 4x4 threads. Each thread sets its own
// element of the product.
//
// Each thread reads 2 * 12 / 4 = 6 numbers of a and b together. The starter reads 24.
#include <milliamp/lesson.h>

using namespace concurrency;
using namespace milliamp::lesson;

void multiply(tiled_index<4, 4> t, input<int, 2> a, input<int, 2> b,
              output<int, 2> product) restrict(amp) {
  int sum = 0;
  for (int k = 0; k < 12; ++k) sum += a(t.global[0], k) * b(k, t.global[1]);
  product[t] = sum;
}
