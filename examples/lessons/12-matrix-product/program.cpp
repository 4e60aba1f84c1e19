// The product of a matrix of 16 rows and one of 16 columns, by one tile.
#include <amp.h>

#include <iostream>
#include <vector>

using namespace concurrency;

constexpr int T = 16;    // the rows and columns of a tile
constexpr int N = 1024;  // the columns of a, and the rows of b

int main() {
  const std::vector<int> ones(T * N, 1), twos(N * T, 2);
  std::vector<int> results(T * T);
  const array_view<const int, 2> a(T, N, ones);
  const array_view<const int, 2> b(N, T, twos);
  const array_view<int, 2> product(T, T, results);

  parallel_for_each(product.extent.tile<T, T>(), [=](tiled_index<T, T> t) restrict(amp) {
    const int row = t.local[0];
    const int column = t.local[1];
    int sum = 0;
#if FIXED
    tile_static int a_square[T][T];
    tile_static int b_square[T][T];
    for (int k = 0; k < N; k += T) {
      a_square[row][column] = a(t.global[0], k + column);
      b_square[row][column] = b(k + row, t.global[1]);
      t.barrier.wait();
      for (int i = 0; i < T; ++i) sum += a_square[row][i] * b_square[i][column];
      t.barrier.wait();
    }
#else
    tile_static int a_rows[T][N];
    tile_static int b_columns[N][T];
    for (int k = 0; k < N; k += T) {
      a_rows[row][k + column] = a(t.global[0], k + column);
      b_columns[k + row][column] = b(k + row, t.global[1]);
    }
    t.barrier.wait();
    for (int i = 0; i < N; ++i) sum += a_rows[row][i] * b_columns[i][column];
#endif
    product[t] = sum;
  });

  std::cout << product(0, 0) << ' ' << product(T - 1, T - 1) << '\n';
}
