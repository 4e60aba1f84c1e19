/// @file
/// A common mistake: all threads of a tile add to one variable, which is a data race.
///
/// `total += …` reads total, adds, and writes it. Between the read and the write of one thread,
/// another thread may do the same, and one of the two additions is lost. This program is checked
/// (milliamp::checked): the race is found even if the sums are correct. total_repaired.cpp and
/// tiled_average.cpp are two correct versions.
#include <amp.h>

#include <iostream>
#include <numeric>
#include <vector>

using namespace concurrency;

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
      [=, &averages](tiled_index<tile_size, tile_size> t) restrict(amp) {
        const bool is_first = t.local == index<2>(0, 0);
        tile_static float total;
        if (is_first) total = 0;
        t.barrier.wait();

        total += matrix[t];  // Do not do this.
        t.barrier.wait();

        if (is_first) averages[t.tile] = total / (tile_size * tile_size);
      });

  std::cout << "The averages may look right on this computer, this time; see the report.\n";
}
