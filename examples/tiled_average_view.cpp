/// @file
/// Replaces every element of a table by the average of its tile.
///
/// All data is accessed through array_views: the elements stay in the vectors, and the
/// results are copied back when a view is synchronized, or read on the host.
#include <amp.h>

#include <iostream>
#include <vector>

#include "print.h"

using namespace concurrency;

const std::vector<int> samples{
    2, 2, 9, 7, 1, 4,  //
    4, 4, 8, 8, 3, 4,  //
    1, 5, 1, 2, 5, 2,  //
    6, 8, 3, 2, 7, 2};
constexpr int rows = 4;
constexpr int columns = 6;

template <int tile_rows, int tile_columns>
void print_averages() {
  const array_view<const int, 2> sample(rows, columns, samples);
  std::vector<int> result(samples.size());
  const array_view<int, 2> average(rows, columns, result);
  average.discard_data();

  parallel_for_each(
      sample.extent.tile<tile_rows, tile_columns>(),
      [=](tiled_index<tile_rows, tile_columns> t) restrict(amp) {
        tile_static int values[tile_rows][tile_columns];
        values[t.local[0]][t.local[1]] = sample[t];
        t.barrier.wait();

        int total = 0;
        for (int row = 0; row < tile_rows; ++row) {
          for (int column = 0; column < tile_columns; ++column) total += values[row][column];
        }
        average[t] = total / (tile_rows * tile_columns);
      });

  std::cout << "in tiles of " << tile_rows << 'x' << tile_columns << ":\n";
  print_matrix(average, 2);
}

int main() {
  print_averages<2, 2>();
  print_averages<4, 2>();
}
