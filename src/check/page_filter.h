/// @file
/// A set of pages that a check without a lock looks at first.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace milliamp::detail {

/// A bit for each page, which others may share: it may contain what it does not, but never the
/// other way round.
class page_filter {
 public:
  static constexpr unsigned page_bits = 12;
  static constexpr std::size_t page_size = std::size_t{1} << page_bits;

  bool may_contain(std::uintptr_t address) const {
    const std::uintptr_t page = address >> page_bits;
    const std::atomic<std::uint64_t>& word = bits_[page / 64 % words];
    return is_any() && (word.load(std::memory_order_relaxed) >> (page % 64) & 1) != 0;
  }
  /// Whether it contains anything.
  bool is_any() const { return any_.load(std::memory_order_relaxed); }

  void clear() {
    any_.store(false, std::memory_order_relaxed);
    for (std::atomic<std::uint64_t>& word : bits_) word.store(0, std::memory_order_relaxed);
  }
  void add(const void* begin, std::size_t size) {
    const auto address = reinterpret_cast<std::uintptr_t>(begin);
    const std::uintptr_t first = address >> page_bits;
    const std::uintptr_t last = (address + size - 1) >> page_bits;
    const std::uintptr_t count = std::min<std::uintptr_t>(last - first + 1, words * 64);
    for (std::uintptr_t page = first; page < first + count; ++page) {
      bits_[page / 64 % words].fetch_or(std::uint64_t{1} << (page % 64), std::memory_order_relaxed);
    }
    any_.store(true, std::memory_order_relaxed);
  }

 private:
  static constexpr std::size_t words = 1024;

  std::atomic<bool> any_{false};
  std::array<std::atomic<std::uint64_t>, words> bits_{};
};

}  // namespace milliamp::detail
