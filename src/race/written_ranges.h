/// @file
/// A few ranges of tile_static memory that the running tile is known to have written entirely: in
/// most kernels, its variables.
#pragma once

#include "base/memory_range.h"

#include <array>
#include <cstddef>

namespace milliamp::detail::race {

class written_ranges {
 public:
  bool contains(const base::memory_range& range) const {
    for (const base::memory_range& known : ranges_) {  // compilers do not inline std::any_of()
      if (known.contains(range)) return true;
    }
    return false;
  }
  /// Replaces the range that was added first.
  void add(const base::memory_range& range) { ranges_[added_++ % ranges_.size()] = range; }
  void clear() { ranges_ = {}; }

 private:
  std::array<base::memory_range, 4> ranges_{};
  std::size_t added_ = 0;
};

}  // namespace milliamp::detail::race
