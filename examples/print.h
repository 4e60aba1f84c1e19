/// @file
/// Prints what the examples compute.
///
///     print_matrix(product, 4);   // every number in 4 columns
#pragma once

#include <iomanip>
#include <iostream>

/// Prints a two-dimensional array_view, one row a line.
template <class View>
void print_matrix(const View& matrix, int width) {
  for (int row = 0; row < matrix.extent[0]; ++row) {
    for (int column = 0; column < matrix.extent[1]; ++column) {
      std::cout << std::setw(width) << matrix(row, column);
    }
    std::cout << '\n';
  }
}

/// Prints the elements of a one-dimensional container in one line.
template <class Container>
void print_row(const Container& numbers) {
  for (const auto& number : numbers) std::cout << number << ' ';
  std::cout << '\n';
}
