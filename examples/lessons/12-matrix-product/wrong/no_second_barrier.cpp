// Answer: while others still multiply
#include <milliamp/lesson.h>

using namespace concurrency;
using namespace milliamp::lesson;

void multiply(tiled_index<4, 4> t, input<int, 2> a, input<int, 2> b,
              output<int, 2> product) restrict(amp) {
  tile_static int a_square[4][4];
  tile_static int b_square[4][4];
  const int row = t.local[0];
  const int column = t.local[1];
  int sum = 0;
  for (int k = 0; k < 12; k += 4) {
    a_square[row][column] = a(t.global[0], k + column);
    b_square[row][column] = b(k + row, t.global[1]);
    t.barrier.wait();
    for (int i = 0; i < 4; ++i) sum += a_square[row][i] * b_square[i][column];
  }
  product[t] = sum;
}
