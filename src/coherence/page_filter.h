/// @file
/// A conservative set of memory pages that is queried without a lock.
#pragma once

#include "base/memory_range.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace milliamp::detail::coherence {

/// One bit per page; pages may share a bit.
class page_bits {
 public:
  static constexpr std::size_t words = 1024;
  static constexpr std::size_t page_size = 4096;

  /// Calls f(number of a word, bits in it) for the pages of a memory range.
  template <class F>
  static void for_each_word(const base::memory_range& memory, F f) {
    const std::uintptr_t first = memory.begin / page_size;
    const std::uintptr_t last = (memory.end() - 1) / page_size;
    const std::uintptr_t end = first + std::min<std::uintptr_t>(last - first + 1, words * 64);
    for (std::uintptr_t page = first; page < end; page = (page / 64 + 1) * 64) {
      const std::uintptr_t count = std::min<std::uintptr_t>(64 - page % 64, end - page);
      f(page / 64 % words, (~std::uint64_t{0} >> (64 - count)) << page % 64);
    }
  }

  void add(const base::memory_range& memory) {
    for_each_word(memory, [this](std::size_t word, std::uint64_t bits) { bits_[word] |= bits; });
  }
  std::uint64_t operator[](std::size_t word) const { return bits_[word]; }
  bool empty() const {
    return std::all_of(bits_.begin(), bits_.end(), [](std::uint64_t word) { return word == 0; });
  }

 private:
  std::array<std::uint64_t, words> bits_{};
};

/// Queries can yield false positives, but no false negatives. Any thread may query; modifications
/// need mutual exclusion.
class page_filter {
 public:
  bool may_overlap(const base::memory_range& memory) const {
    if (!has_pages_.load(std::memory_order_relaxed)) return false;
    return has(memory.begin) || has(memory.end() - 1) || memory.size > page_bits::page_size;
  }

  void add(const base::memory_range& memory) {
    page_bits::for_each_word(memory, [this](std::size_t word, std::uint64_t bits) {
      bits_[word].store(bits_[word].load(std::memory_order_relaxed) | bits,
                        std::memory_order_relaxed);
    });
    has_pages_.store(true, std::memory_order_relaxed);
  }

  /// Replaces the pages. A query at the same time finds those that stay.
  void assign(const page_bits& pages) {
    for (std::size_t i = 0; i < page_bits::words; ++i) {
      bits_[i].store(pages[i], std::memory_order_relaxed);
    }
    has_pages_.store(!pages.empty(), std::memory_order_relaxed);
  }

 private:
  bool has(std::uintptr_t address) const {
    const std::uintptr_t page = address / page_bits::page_size;
    const std::uint64_t word = bits_[page / 64 % page_bits::words].load(std::memory_order_relaxed);
    return (word >> page % 64 & 1) != 0;
  }

  std::atomic<bool> has_pages_{false};
  std::array<std::atomic<std::uint64_t>, page_bits::words> bits_{};
};

}  // namespace milliamp::detail::coherence
