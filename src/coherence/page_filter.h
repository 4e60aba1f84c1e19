/// @file
/// A set of pages that a check without a lock looks at first.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace milliamp::detail::coherence {

/// A bit for each page, which others may share: it may contain what it does not, but never the
/// other way round. Any thread may ask; those that change it take turns.
class page_filter {
 public:
  /// Whether some of the bytes may be in it.
  bool may_contain(const void* begin, std::size_t size) const {
    if (!is_any_.load(std::memory_order_relaxed)) return false;
    const auto address = reinterpret_cast<std::uintptr_t>(begin);
    return has(address) || has(address + size - 1) || size > page_size;
  }

  void clear() {
    is_any_.store(false, std::memory_order_relaxed);
    for (std::atomic<std::uint64_t>& word : bits_) word.store(0, std::memory_order_relaxed);
  }
  void add(const void* begin, std::size_t size) {
    const auto address = reinterpret_cast<std::uintptr_t>(begin);
    const std::uintptr_t first = address >> page_bits;
    const std::uintptr_t last = (address + size - 1) >> page_bits;
    const std::uintptr_t end = first + std::min<std::uintptr_t>(last - first + 1, words * 64);
    for (std::uintptr_t page = first; page < end; page = (page / 64 + 1) * 64) {
      const std::uintptr_t count = std::min<std::uintptr_t>(64 - page % 64, end - page);
      std::atomic<std::uint64_t>& word = bits_[page / 64 % words];
      const std::uint64_t bits = (~std::uint64_t{0} >> (64 - count)) << page % 64;
      word.store(word.load(std::memory_order_relaxed) | bits, std::memory_order_relaxed);
    }
    is_any_.store(true, std::memory_order_relaxed);
  }

 private:
  static constexpr unsigned page_bits = 12;
  static constexpr std::size_t page_size = std::size_t{1} << page_bits;
  static constexpr std::size_t words = 1024;

  bool has(std::uintptr_t address) const {
    const std::uintptr_t page = address >> page_bits;
    return (bits_[page / 64 % words].load(std::memory_order_relaxed) >> page % 64 & 1) != 0;
  }

  std::atomic<bool> is_any_{false};
  std::array<std::atomic<std::uint64_t>, words> bits_{};
};

}  // namespace milliamp::detail::coherence
