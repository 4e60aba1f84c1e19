/// @file
/// Averages of the tiles of a matrix: the threads of a tile share what each of them has read.
///
/// Every thread copies one element into tile_static memory. A barrier lets no thread go on before
/// all have done so; then one thread of the tile adds them up.
#include <amp.h>

#include <iomanip>
#include <iostream>
#include <numeric>
#include <vector>

using namespace concurrency;

// Change tile_size to 4, and there are 2x2 averages of 16 elements each.
constexpr int matrix_size = 8;
constexpr int tile_size = 2;
constexpr int tiles = matrix_size / tile_size;

int main() {
  std::vector<float> numbers(matrix_size * matrix_size);
  std::iota(numbers.begin(), numbers.end(), 0.0f);
  const array_view<const float, 2> matrix(matrix_size, matrix_size, numbers);
  array<float, 2> averages(tiles, tiles);

  parallel_for_each(
      matrix.extent.tile<tile_size, tile_size>(),
      [ =, &averages ](tiled_index<tile_size, tile_size> t) restrict(amp) {
        tile_static float values[tile_size][tile_size];
        values[t.local[0]][t.local[1]] = matrix[t];
        t.barrier.wait();

        if (t.local == index<2>(0, 0)) {
          float total = 0;
          for (int row = 0; row < tile_size; ++row) {
            for (int column = 0; column < tile_size; ++column) {
              total += values[row][column];
            }
          }
          averages[t.tile] = total / (tile_size * tile_size);
        }
      });

  const std::vector<float> result = averages;
  for (int row = 0; row < tiles; ++row) {
    for (int column = 0; column < tiles; ++column) {
      std::cout << std::setw(6) << result[row * tiles + column];
    }
    std::cout << '\n';
  }
}
