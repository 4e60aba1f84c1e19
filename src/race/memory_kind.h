/// @file
/// The kinds of memory that threads share and that a fence may order (spec 8.1.2.3).
#pragma once

#include <milliamp/detail/tile.h>

#include <cstdint>

namespace milliamp::detail::race {

enum class memory_kind : std::uint8_t { global, tile_static };
inline constexpr memory_kind memory_kinds[] = {memory_kind::global, memory_kind::tile_static};

/// Whether a fence orders a kind of memory.
constexpr bool covers(fence f, memory_kind kind) {
  return (static_cast<unsigned>(f) & (kind == memory_kind::global ? 1u : 2u)) != 0;
}

}  // namespace milliamp::detail::race
