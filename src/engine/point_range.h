/// @file
/// How workers share the points of an untiled launch.
#pragma once

#include <milliamp/detail/launch.h>

#include <tbb/blocked_range.h>

#include <cstdint>

namespace milliamp::detail {

/// Points that one worker runs or shares with others; a range of oneTBB's. It is cut at the
/// beginning of a row where rows are short, and else of a few cache lines: loops that begin in the
/// midst of one take a quarter longer. What is shorter is cut anywhere, since each point may be a
/// lot of work.
class point_range {
 public:
  point_range(const untiled_kernel& kernel, std::int64_t begin, std::int64_t end)
      : begin_(begin), end_(end), unit_(unit_for(kernel.extent[kernel.rank - 1])) {}
  point_range(point_range& left, tbb::split)
      : begin_(left.middle()), end_(left.end_), unit_(left.unit_) {
    left.end_ = begin_;
  }

  bool empty() const { return begin_ == end_; }
  bool is_divisible() const { return end_ - begin_ > 1; }
  std::int64_t begin() const { return begin_; }
  std::int64_t end() const { return end_; }

 private:
  static constexpr std::int64_t least_unit = 64;

  static std::int64_t unit_for(std::int64_t row_length) {
    constexpr std::int64_t longest_row = 4096;
    if (row_length > longest_row) return least_unit;
    return row_length * ((least_unit + row_length - 1) / row_length);
  }

  std::int64_t middle() const {
    const std::int64_t middle = begin_ + (end_ - begin_) / 2;
    const std::int64_t cut = middle / unit_ * unit_;
    return cut > begin_ ? cut : middle;
  }

  std::int64_t begin_;
  std::int64_t end_;
  std::int64_t unit_;
};

}  // namespace milliamp::detail
