/// @file
/// Averages of the tiles of a matrix: the threads of a tile share the elements that they read.
///
/// Every thread copies one element into tile_static memory; each tile has its own. The barrier
/// makes all threads of the tile wait until the last one has done so. Then one of them adds up.
#include <amp.h>

#include <numeric>
#include <vector>

#include "print.h"

using namespace concurrency;

constexpr int matrix_size = 8;

template <int tile_size>
void print_averages() {
  std::vector<float> numbers(matrix_size * matrix_size);
  std::iota(numbers.begin(), numbers.end(), 0.0f);
  const array_view<const float, 2> matrix(matrix_size, matrix_size, numbers);

  constexpr int tiles = matrix_size / tile_size;
  array<float, 2> averages(tiles, tiles);

  parallel_for_each(
      matrix.extent.tile<tile_size, tile_size>(),
      [=, &averages](tiled_index<tile_size, tile_size> t) restrict(amp) {
        tile_static float values[tile_size][tile_size];
        values[t.local[0]][t.local[1]] = matrix[t];
        t.barrier.wait();

        // Without this `if`, every thread would compute and store the same average.
        if (t.local == index<2>(0, 0)) {
          float total = 0;
          for (int row = 0; row < tile_size; ++row) {
            for (int column = 0; column < tile_size; ++column) total += values[row][column];
          }
          averages[t.tile] = total / (tile_size * tile_size);
        }
      });

  std::cout << "in tiles of " << tile_size << 'x' << tile_size << ":\n";
  std::vector<float> result = averages;  // An array's elements must be copied to the host.
  print_matrix(array_view<float, 2>(averages.extent, result), 6);
}

int main() {
  print_averages<2>();
  print_averages<4>();
}
