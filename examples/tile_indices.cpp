/// @file
/// The indices of a thread in a tiled launch: an 8x9 matrix in tiles of 2x3 threads.
///
/// Every thread stores its three indices: its position in the whole matrix (global), the position
/// of its tile among the tiles (tile), and its own position within that tile (local). On a
/// terminal, or with the argument --color, neighbouring tiles are printed in different colors.
#include <amp.h>

#include <unistd.h>

#include <iostream>
#include <string_view>
#include <vector>

using namespace concurrency;

struct place {
  index<2> global;
  index<2> tile;
  index<2> local;
};

/// Prints one of the indices for every element in a row of the matrix.
void print_indices(const char* name, const array_view<place> row, const index<2> place::*which,
                   bool in_color) {
  constexpr const char* red = "\033[31m";
  constexpr const char* green = "\033[32m";
  constexpr const char* no_color = "\033[0m";

  std::cout << name;
  for (int column = 0; column < row.extent[0]; ++column) {
    const index<2> tile = row[column].tile;
    const index<2> shown = row[column].*which;
    if (in_color) std::cout << ((tile[0] + tile[1]) % 2 == 0 ? red : green);
    std::cout << " (" << shown[0] << ',' << shown[1] << ')';
    if (in_color) std::cout << no_color;
  }
  std::cout << '\n';
}

int main(int argc, char** argv) {
  std::vector<place> memory(8 * 9);
  const array_view<place, 2> matrix(8, 9, memory);

  parallel_for_each(matrix.extent.tile<2, 3>(), [=](tiled_index<2, 3> t) restrict(amp) {
    matrix[t].global = t.global;
    matrix[t].tile = t.tile;
    matrix[t].local = t.local;
  });
  matrix.synchronize();

  const bool wants_color = argc > 1 && std::string_view(argv[1]) == "--color";
  const bool in_color = wants_color || isatty(STDOUT_FILENO) != 0;
  for (int row = 0; row < matrix.extent[0]; ++row) {
    print_indices("global", matrix[row], &place::global, in_color);
    print_indices("tile  ", matrix[row], &place::tile, in_color);
    print_indices("local ", matrix[row], &place::local, in_color);
    std::cout << '\n';
  }
}
