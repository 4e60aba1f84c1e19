/// @file
/// The totals of the tiles: all threads of a tile add to one variable, without a race, by an atomic
/// operation.
///
/// atomic_fetch_add reads, adds and writes in one step, so that no addition is lost. It exists for
/// int and unsigned int; for float, share the values and let one thread add (tiled_average.cpp).
/// The barriers are still needed: total must be 0 before the first addition, and complete when
/// read.
#include <amp.h>

#include <numeric>
#include <vector>

#include "print.h"

using namespace concurrency;

constexpr int matrix_size = 8;
constexpr int tile_size = 2;
constexpr int tiles = matrix_size / tile_size;

int main() {
  std::vector<int> numbers(matrix_size * matrix_size);
  std::iota(numbers.begin(), numbers.end(), 0);
  const array_view<const int, 2> matrix(matrix_size, matrix_size, numbers);
  array<int, 2> totals(tiles, tiles);

  parallel_for_each(
      matrix.extent.tile<tile_size, tile_size>(),
      [=, &totals](tiled_index<tile_size, tile_size> t) restrict(amp) {
        const bool is_first = t.local == index<2>(0, 0);
        tile_static int total;
        if (is_first) total = 0;
        t.barrier.wait();

        atomic_fetch_add(&total, matrix[t]);
        t.barrier.wait();

        if (is_first) totals[t.tile] = total;
      });

  std::vector<int> result = totals;
  print_matrix(array_view<int, 2>(totals.extent, result), 6);
}
