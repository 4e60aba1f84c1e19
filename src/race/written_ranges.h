/// @file
/// A few ranges of tile_static memory that the running tile is known to have written entirely: in
/// most kernels, its variables.
#pragma once

#include "base/memory_range.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace milliamp::detail::race {

class written_ranges {
 public:
  bool contains(const base::memory_range& range) const {
    return std::any_of(ranges_.begin(), ranges_.end(),
                       [&](const base::memory_range& known) { return known.contains(range); });
  }
  /// Replaces the range that was added first.
  void add(const base::memory_range& range) { ranges_[added_++ % ranges_.size()] = range; }
  void clear() { ranges_ = {}; }

 private:
  std::array<base::memory_range, 4> ranges_{};
  std::size_t added_ = 0;
};

}  // namespace milliamp::detail::race
