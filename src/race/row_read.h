/// @file
/// Reads of a row or a column of tile_static memory by one thread, for example `row[k]` or
/// `column[k][j]` for each k.
#pragma once

#include "base/memory_range.h"
#include "race/shadow_slot.h"

#include <cstddef>
#include <cstdint>

namespace milliamp::detail::race {

struct row_read {
  row_read() = default;
  row_read(std::uintptr_t first_value, std::ptrdiff_t distance, std::uint32_t values,
           std::uint32_t words_in_value, slot accesses)
      : first(first_value),
        stride(distance),
        count(values),
        words(words_in_value),
        access(accesses) {}

  std::uintptr_t first;   ///< address of the first value
  std::ptrdiff_t stride;  ///< the distance of values, in bytes
  std::uint32_t count;    ///< the number of values
  std::uint32_t words;    ///< the number of words in each value
  slot access;            ///< the access to all bytes of each word, with the thread

  std::uintptr_t value(std::size_t number) const {
    return first + static_cast<std::uintptr_t>(stride) * number;
  }
  /// From the lowest value to the end of the highest one.
  base::memory_range span() const {
    const std::uintptr_t last = value(count - 1);
    return stride < 0 ? base::memory_range(last, first - last + 4 * words)
                      : base::memory_range(first, last - first + 4 * words);
  }
  bool contains(std::uintptr_t word) const {
    for (std::size_t i = 0; i < count; ++i) {
      if (word - value(i) < 4 * words) return true;
    }
    return false;
  }
};

}  // namespace milliamp::detail::race
