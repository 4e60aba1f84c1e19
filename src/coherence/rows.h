/// @file
/// The pieces of memory that the elements of a box lie in.
///
///     for (rows all(elements); !all.at_end(); all.next()) clear(all.begin(), all.length());
#pragma once

#include <milliamp/detail/strided_region.h>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace milliamp::detail::coherence {

/// How many of the least significant dimensions have no gaps: what differs in these alone lies in
/// one piece.
inline int dense_dimensions(const strided_region& elements) {
  std::ptrdiff_t dense = 1;
  int d = elements.rank - 1;
  while (d >= 0 && elements.distances[d] == dense) dense *= elements.lengths[d--];
  return elements.rank - 1 - d;
}

/// The rows of a box, one after another: runs of adjacent elements, in the order of their indices.
/// Their addresses increase, for the elements of a box do not overlap each other.
class rows {
 public:
  /// @param dimensions so many of the least significant dimensions make a row; they have no gaps
  rows(const strided_region& elements, int dimensions)
      : region_(elements),
        outer_(elements.rank - dimensions),
        index_(static_cast<std::size_t>(outer_), 0),
        position_(static_cast<std::byte*>(elements.data)),
        length_(elements.element_size),
        left_(1) {
    for (int d = 0; d < elements.rank; ++d) {
      if (elements.lengths[d] <= 0) left_ = 0;
      const auto length = static_cast<std::size_t>(elements.lengths[d]);
      (d < outer_ ? left_ : length_) *= length;
    }
  }
  explicit rows(const strided_region& elements) : rows(elements, dense_dimensions(elements)) {}

  bool at_end() const { return left_ == 0; }
  std::byte* begin() const { return position_; }
  std::byte* end() const { return position_ + length_; }
  /// The length of every row, in bytes.
  std::size_t length() const { return length_; }

  void next() {
    --left_;
    for (int d = outer_ - 1; d >= 0; --d) {
      const std::ptrdiff_t step =
          region_.distances[d] * static_cast<std::ptrdiff_t>(region_.element_size);
      position_ += step;
      if (++index_[static_cast<std::size_t>(d)] < region_.lengths[d]) return;
      position_ -= step * region_.lengths[d];
      index_[static_cast<std::size_t>(d)] = 0;
    }
  }

 private:
  const strided_region& region_;
  const int outer_;  ///< dimensions of which the rows differ
  std::vector<int> index_;
  std::byte* position_;
  std::size_t length_;
  std::size_t left_;
};

/// Calls function(from, to) for the rows of two boxes of one extent, which are of one length.
template <class Function>
void for_each_row(const strided_region& source, const strided_region& destination,
                  Function function) {
  const int dimensions = std::min(dense_dimensions(source), dense_dimensions(destination));
  rows from(source, dimensions);
  for (rows to(destination, dimensions); !to.at_end(); to.next(), from.next()) function(from, to);
}

}  // namespace milliamp::detail::coherence
