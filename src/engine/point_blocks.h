/// @file
/// Divides the points of an untiled launch among workers.
#pragma once

#include <milliamp/detail/launch.h>

#include <tbb/blocked_range.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cstdint>

namespace milliamp::detail::engine {

/// A range of the points of a launch, in blocks of equal size that each run on one worker.
///
/// A block is a row, several short rows, or a few cache lines of a long row: loops that begin in
/// the middle of a row take a quarter longer. With few blocks for each worker, a block is one
/// point, since a point may take long. With many, a block is large enough to pay for a task,
/// which costs some 60 ns: oneTBB splits a range into at least 64 parts for each worker, and a
/// saxpy of a million floats in the caches took 1.05 times as long with that many.
///
/// Workers share blocks, not points, because rounding each split would cost a division.
class point_blocks {
 public:
  /// Blocks, by number.
  using range = tbb::blocked_range<std::int64_t>;

  /// @param worthwhile an estimate of how many points are worth a task
  point_blocks(const untiled_kernel& kernel, std::int64_t begin, std::int64_t end,
               std::int64_t worthwhile = 1)
      : begin_(begin), end_(end), size_(preferred_size(kernel.extent[kernel.rank - 1])) {
    constexpr std::int64_t enough_for_a_worker = 64;
    // Later points may take far longer than the measured ones.
    constexpr std::int64_t enough_of_any_size = 12;
    const std::int64_t workers = tbb::this_task_arena::max_concurrency();
    const std::int64_t blocks = (end - begin) / size_;
    if (blocks < enough_for_a_worker * workers) {
      size_ = 1;
    } else {
      size_ *=
          std::clamp<std::int64_t>(worthwhile / size_, 1, blocks / (enough_of_any_size * workers));
    }
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
  std::int64_t size_;  ///< the size of a block, in points
};

}  // namespace milliamp::detail::engine
