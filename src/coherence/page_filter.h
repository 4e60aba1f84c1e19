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

/// One bit per page; pages may share a bit. Queries can yield false positives, but no false
/// negatives. Any thread may query; modifications need mutual exclusion.
class page_filter {
 public:
  bool may_overlap(const base::memory_range& memory) const {
    if (!has_pages_.load(std::memory_order_relaxed)) return false;
    return has(memory.begin) || has(memory.end() - 1) || memory.size > page_size;
  }

  void clear() {
    has_pages_.store(false, std::memory_order_relaxed);
    for (std::atomic<std::uint64_t>& word : bits_) word.store(0, std::memory_order_relaxed);
  }

  void add(const base::memory_range& memory) {
    const std::uintptr_t first = memory.begin >> page_bits;
    const std::uintptr_t last = (memory.end() - 1) >> page_bits;
    const std::uintptr_t end = first + std::min<std::uintptr_t>(last - first + 1, words * 64);
    for (std::uintptr_t page = first; page < end; page = (page / 64 + 1) * 64) {
      const std::uintptr_t count = std::min<std::uintptr_t>(64 - page % 64, end - page);
      std::atomic<std::uint64_t>& word = bits_[page / 64 % words];
      const std::uint64_t bits = (~std::uint64_t{0} >> (64 - count)) << page % 64;
      word.store(word.load(std::memory_order_relaxed) | bits, std::memory_order_relaxed);
    }
    has_pages_.store(true, std::memory_order_relaxed);
  }

 private:
  static constexpr unsigned page_bits = 12;
  static constexpr std::size_t page_size = std::size_t{1} << page_bits;
  static constexpr std::size_t words = 1024;

  bool has(std::uintptr_t address) const {
    const std::uintptr_t page = address >> page_bits;
    return (bits_[page / 64 % words].load(std::memory_order_relaxed) >> page % 64 & 1) != 0;
  }

  std::atomic<bool> has_pages_{false};
  std::array<std::atomic<std::uint64_t>, words> bits_{};
};

}  // namespace milliamp::detail::coherence
