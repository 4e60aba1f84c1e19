/// @file
/// A range of addresses.
#pragma once

#include <cstddef>
#include <cstdint>

namespace milliamp::detail::base {

/// The bytes from begin up to, but not including, begin + size.
struct memory_range {
  std::uintptr_t begin = 0;
  std::size_t size = 0;

  memory_range() = default;
  memory_range(std::uintptr_t first, std::size_t bytes) : begin(first), size(bytes) {}
  memory_range(const void* first, std::size_t bytes)
      : begin(reinterpret_cast<std::uintptr_t>(first)), size(bytes) {}

  std::uintptr_t end() const { return begin + size; }
  bool contains(std::uintptr_t address) const { return address - begin < size; }
  bool contains(const void* address) const {
    return contains(reinterpret_cast<std::uintptr_t>(address));
  }
  /// @param other not empty
  bool contains(const memory_range& other) const {
    return contains(other.begin) && contains(other.end() - 1);
  }
  bool overlaps(const memory_range& other) const {
    return begin < other.end() && other.begin < end();
  }
};

}  // namespace milliamp::detail::base
