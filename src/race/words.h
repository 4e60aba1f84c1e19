/// @file
/// Words: the units of four bytes that shadow memory describes.
#pragma once

#include "base/assert.h"

#include <milliamp/detail/always_inline.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace milliamp::detail::race {

/// The address of the word that contains a byte.
constexpr std::uintptr_t word_of(std::uintptr_t address) { return address & ~std::uintptr_t{3}; }

/// The address of the first of some bytes of a word, which are given as bits.
constexpr std::uintptr_t first_byte(std::uintptr_t word, unsigned bytes) {
  MILLIAMP_ASSERT(bytes != 0);
  return word + static_cast<unsigned>(__builtin_ctz(bytes));
}

/// Calls function(word, bytes) for the words of a memory range, with one bit per byte.
template <class Function>
MILLIAMP_ALWAYS_INLINE void for_each_word(std::uintptr_t address, std::size_t size,
                                          Function function) {
  const std::uintptr_t end = address + size;
  while (address < end) {
    const std::uintptr_t word = word_of(address);
    const std::uintptr_t stop = std::min(word + 4, end);
    function(word, ((1u << (stop - word)) - 1) & ~((1u << (address - word)) - 1));
    address = stop;
  }
}

}  // namespace milliamp::detail::race
