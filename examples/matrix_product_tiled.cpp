/// @file
/// The product of two matrices, in tiles.
///
/// With one independent thread for each element, every thread reads a row of a and a column of b
/// from global memory. Here, a tile of threads computes a square of the product. It reads two
/// squares of that size at a time, one of a and one of b, into tile_static memory, where all its
/// threads use them. The larger the tile, the less often an element is read from global memory.
#include <amp.h>

#include <vector>

#include "print.h"

using namespace concurrency;

constexpr int size = 4;
constexpr int tile_size = 2;

int main() {
  const std::vector<int> numbers{1, 2, 3, 4,  //
                                 5, 6, 7, 8,  //
                                 1, 2, 3, 4,  //
                                 5, 6, 7, 8};
  std::vector<int> result(size * size);

  const array_view<const int, 2> a(size, size, numbers);
  const array_view<const int, 2> b(size, size, numbers);
  const array_view<int, 2> product(size, size, result);
  product.discard_data();

  parallel_for_each(
      product.extent.tile<tile_size, tile_size>(),
      [=](tiled_index<tile_size, tile_size> t) restrict(amp) {
        const int row = t.local[0];
        const int column = t.local[1];
        int sum = 0;
        for (int k = 0; k < size; k += tile_size) {
          tile_static int a_square[tile_size][tile_size];
          tile_static int b_square[tile_size][tile_size];
          a_square[row][column] = a(t.global[0], k + column);
          b_square[row][column] = b(k + row, t.global[1]);
          t.barrier.wait();  // Both squares are complete now.

          for (int i = 0; i < tile_size; ++i) sum += a_square[row][i] * b_square[i][column];
          t.barrier.wait();  // All threads have read them: they may be overwritten.
        }
        product[t] = sum;
      });

  print_matrix(product, 4);
}
