/// @file
/// An extent is the size of the data, an index is the position of an element in it. Both have any
/// number of dimensions, the most significant one first.
#include <amp.h>

#include <iostream>
#include <numeric>
#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> numbers(24);
  std::iota(numbers.begin(), numbers.end(), 1);

  // Views of the same 24 numbers as a line, as a table, and as two layers of a table.
  const array_view<int, 1> line(24, numbers);
  const array_view<int, 2> table(8, 3, numbers);
  const array_view<int, 3> block(extent<3>(2, 3, 4), numbers);

  std::cout << "in the line,  element 2:               " << line[index<1>(2)] << '\n';
  std::cout << "in the table, row 1, column 2:         " << table[index<2>(1, 2)] << '\n';
  std::cout << "in the block, layer 0, row 1, column 3: " << block[index<3>(0, 1, 3)] << '\n';
  std::cout << "the same, by its coordinates:          " << block(0, 1, 3) << '\n';

  std::cout << "the block has " << block.extent[0] << " layers of " << block.extent[1] << " rows and "
            << block.extent[2] << " columns: " << block.extent.size() << " elements\n";

  // Both support arithmetic.
  const index<3> first_of_layer(1, 0, 0);
  std::cout << "one layer on: " << block[index<3>(0, 1, 3) + first_of_layer] << '\n';
  std::cout << "is that the last layer? "
            << (block.extent.contains(first_of_layer + first_of_layer) ? "no" : "yes") << '\n';
}
