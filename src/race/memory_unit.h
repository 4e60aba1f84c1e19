/// @file
/// The units in which records of accesses to global memory are allocated and looked up.
#pragma once

#include <cstddef>
#include <cstdint>

namespace milliamp::detail::race {

/// Aligned units of 2^Bits bytes.
template <unsigned Bits>
struct memory_unit {
  static constexpr std::size_t size = std::size_t{1} << Bits;
  static constexpr std::size_t words = size / 4;

  /// The number of the unit that contains an address.
  static constexpr std::uintptr_t number(std::uintptr_t address) { return address >> Bits; }
  static constexpr std::uintptr_t begin(std::uintptr_t number) { return number << Bits; }
  /// The distance of an address from the beginning of its unit.
  static constexpr std::size_t offset(std::uintptr_t address) { return address % size; }
};

using block = memory_unit<8>;    ///< the unit of tile_global_shadow
using page = memory_unit<12>;    ///< the unit of access_set
using region = memory_unit<22>;  ///< the unit of the directory of an access_set

}  // namespace milliamp::detail::race
