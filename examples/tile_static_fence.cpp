/// @file
/// A barrier with a fence around tile_static memory only.
///
/// barrier.wait() orders the accesses of the threads of a tile to all memory. If they share only
/// tile_static variables, ordering those is enough, and lets the accelerator move other accesses
/// across the barrier. The program must not rely on the order of those: here, only one thread
/// accesses each element of `averages`.
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
  std::vector<float> zeros(tiles * tiles);
  array<float, 2> averages(tiles, tiles, zeros.begin(), zeros.end());

  parallel_for_each(
      matrix.extent.tile<tile_size, tile_size>(),
      [=, &averages](tiled_index<tile_size, tile_size> t) restrict(amp) {
        tile_static float values[tile_size][tile_size];
        values[t.local[0]][t.local[1]] = matrix[t] / (tile_size * tile_size);
        t.barrier.wait_with_tile_static_memory_fence();

        if (t.local == index<2>(0, 0)) {
          for (int row = 0; row < tile_size; ++row) {
            for (int column = 0; column < tile_size; ++column) {
              averages[t.tile] += values[row][column];
            }
          }
        }
      });

  std::cout << "in tiles of " << tile_size << 'x' << tile_size << ":\n";
  std::vector<float> result = averages;
  print_matrix(array_view<float, 2>(averages.extent, result), 6);
}

int main() {
  print_averages<2>();
  print_averages<4>();
}
