/// @file
/// How workers share the points of an untiled launch.
#pragma once

#include <milliamp/detail/launch.h>

#include <tbb/blocked_range.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cstdint>

namespace milliamp::detail {

/// The points of a launch from a first one on, in blocks of equal size that each run on one worker.
///
/// A block is a row, or several where rows are short, or a few cache lines of a long row: loops
/// that begin in the midst of one take a quarter longer. With few blocks for each worker a block is
/// a point, since each point may be a lot of work. Workers share blocks, not points, because their
/// ranges are cut about a hundred times in a launch, and to round each cut costs a division.
class point_blocks {
 public:
  /// Blocks, by number.
  using range = tbb::blocked_range<std::int64_t>;

  point_blocks(const untiled_kernel& kernel, std::int64_t begin, std::int64_t end)
      : begin_(begin), end_(end), size_(preferred_size(kernel.extent[kernel.rank - 1])) {
    constexpr std::int64_t enough_for_a_worker = 64;
    const std::int64_t workers = tbb::this_task_arena::max_concurrency();
    if ((end - begin) / size_ < enough_for_a_worker * workers) size_ = 1;
  }

  range all() const { return range(begin_ / size_, (end_ + size_ - 1) / size_); }
  std::int64_t first_point(const range& blocks) const {
    return std::max(begin_, blocks.begin() * size_);
  }
  /// The point after the last one.
  std::int64_t end_point(const range& blocks) const { return std::min(end_, blocks.end() * size_); }

 private:
  static std::int64_t preferred_size(std::int64_t row_length) {
    constexpr std::int64_t few_lines = 64;
    constexpr std::int64_t longest_row = 4096;
    if (row_length > longest_row) return few_lines;
    return row_length * ((few_lines + row_length - 1) / row_length);
  }

  std::int64_t begin_;
  std::int64_t end_;
  std::int64_t size_;  ///< of a block, in points
};

}  // namespace milliamp::detail
