/// @file
/// Numbers for places in the code, short enough for a slot of shadow memory.
#pragma once

#include "check/shadow.h"

#include <cstdint>

namespace milliamp::detail {

/// Places in the executable are numbered by their distance from its beginning; all others, in
/// shared libraries and far away, get numbers in the order in which they are met.
class site_numbers {
 public:
  static std::uint32_t number_of(const void* return_address) {
    return is_in_executable(return_address) ? number_in_executable(return_address)
                                            : intern(return_address);
  }

  static bool is_in_executable(const void* return_address) {
    return reinterpret_cast<std::uintptr_t>(return_address) - base_ < first_interned;
  }
  /// @param return_address for which is_in_executable is true
  static std::uint32_t number_in_executable(const void* return_address) {
    return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(return_address) - base_);
  }

  /// The return address that was given that number.
  static const void* address_of(std::uint32_t number);

 private:
  static constexpr std::uint32_t first_interned = 1u << (slot::site_bits - 1);

  static std::uint32_t intern(const void* return_address);
  static std::uintptr_t find_base();

  static const std::uintptr_t base_;
};

}  // namespace milliamp::detail
