/// @file
/// The contiguous pieces of memory that the elements of a strided_region occupy.
///
///     for (rows all(elements); !all.at_end(); all.next()) clear(all.begin(), all.length());
#pragma once

#include "base/assert.h"

#include <milliamp/detail/strided_region.h>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace milliamp::detail::coherence {

/// The number of least significant dimensions without gaps: elements that differ only in these are
/// contiguous.
inline int dense_dimensions(const strided_region& elements) {
  std::ptrdiff_t dense = 1;
  int d = elements.rank - 1;
  while (d >= 0 && elements.distances[d] == dense) dense *= elements.lengths[d--];
  return elements.rank - 1 - d;
}

/// Iterates over the rows of a region, runs of adjacent elements, in the order of their indices.
/// Their addresses increase, because the elements of a region do not overlap.
class rows {
 public:
  /// @param dimensions the number of least significant dimensions in a row; they have no gaps
  rows(const strided_region& elements, int dimensions)
      : region_(elements),
        outer_dimensions_(elements.rank - dimensions),
        index_(static_cast<std::size_t>(outer_dimensions_), 0),
        row_(static_cast<std::byte*>(elements.data)),
        length_(elements.element_size),
        remaining_(1) {
    MILLIAMP_ASSERT(dimensions <= dense_dimensions(elements));
    for (int d = 0; d < elements.rank; ++d) {
      if (elements.lengths[d] <= 0) remaining_ = 0;
      const auto length = static_cast<std::size_t>(elements.lengths[d]);
      (d < outer_dimensions_ ? remaining_ : length_) *= length;
    }
  }
  explicit rows(const strided_region& elements) : rows(elements, dense_dimensions(elements)) {}

  bool at_end() const { return remaining_ == 0; }
  std::byte* begin() const { return row_; }
  std::byte* end() const { return row_ + length_; }
  /// The length of every row, in bytes.
  std::size_t length() const { return length_; }

  void next() {
    --remaining_;
    for (int d = outer_dimensions_ - 1; d >= 0; --d) {
      const std::ptrdiff_t step =
          region_.distances[d] * static_cast<std::ptrdiff_t>(region_.element_size);
      row_ += step;
      if (++index_[static_cast<std::size_t>(d)] < region_.lengths[d]) return;
      row_ -= step * region_.lengths[d];
      index_[static_cast<std::size_t>(d)] = 0;
    }
  }

 private:
  const strided_region& region_;
  const int outer_dimensions_;  ///< the dimensions in which the rows differ
  std::vector<int> index_;
  std::byte* row_;
  std::size_t length_;
  std::size_t remaining_;
};

/// Calls function(from, to) for each pair of corresponding rows of two regions of the same extent.
/// The rows of a pair have the same length.
template <class Function>
void for_each_row(const strided_region& source, const strided_region& destination,
                  Function function) {
  const int dimensions = std::min(dense_dimensions(source), dense_dimensions(destination));
  rows from(source, dimensions);
  for (rows to(destination, dimensions); !to.at_end(); to.next(), from.next()) function(from, to);
}

}  // namespace milliamp::detail::coherence
