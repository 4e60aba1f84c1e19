/// @file
/// Red zones after tile_static variables: unused memory, so that a pointer that leaves a variable
/// does not reach the next one at once. Each is a separate thread-local variable. The library finds
/// them by their name (src/symbolize/tile_variables.cpp), and detects accesses to them
/// (src/check/red_zone_accesses.h).
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace milliamp::instrument {

/// The first part of the symbols of red zones.
inline constexpr const char* red_zone_name = "milliamp_red_zone";

/// Whether a symbol is that of a tile_static variable, by the ABI tag of
/// include/milliamp/tile_static.h. Guards of static variables also have the tag.
inline bool is_tile_static(std::string_view symbol) {
  return symbol.find("B11tile_static") != std::string_view::npos && symbol.substr(0, 4) != "_ZGV" &&
         symbol.find(red_zone_name) == std::string_view::npos;
}

/// The size of the red zone after a variable, in bytes: as large as the variable, since indices
/// are often wrong by a row or by the size of the tile. Those into a small variable are often
/// indices of a thread or of a value of a byte. A variable larger than the limit of tile_static
/// memory (spec 2.4.3.5.1) is an error itself.
inline std::uint64_t red_zone_size(std::uint64_t size_of_variable) {
  constexpr std::uint64_t least = 1024, most = 32 * 1024;
  return std::clamp(size_of_variable, least, most) / 16 * 16;
}

}  // namespace milliamp::instrument
