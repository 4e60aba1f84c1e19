/// @file
/// Memory that a kernel has captured, and the names of its elements in the source. captures_of()
/// finds it.
#pragma once

#include "symbolize/type_layout.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace milliamp::detail::symbolize {

/// A capture of a kernel.
struct captured_memory {
  std::string variable;             ///< `array_view<float, 2> product`
  std::string name;                 ///< `product`
  const std::byte* data = nullptr;  ///< the address of the first element
  std::size_t element_size = 0;     ///< bytes
  type_layout element;              ///< layout of an element, as far as it is known
  bool is_container = false;        ///< indexed by (i, j), not by [i][j]
  bool is_pointee = false;          ///< the name is that of a pointer to the memory
  std::string level;                ///< the level of a texture: `mipmap level 1`; empty for level 0
  bool has_whole_elements = false;  ///< elements are never accessed in part
  std::vector<std::int64_t> lengths;    ///< by dimension; empty for a plain variable
  std::vector<std::int64_t> distances;  ///< between neighbours, by dimension, in elements

  /// The number of elements from the first to the last, with those between them that do not belong
  /// to the memory.
  std::size_t elements_spanned() const;
  /// Returns the element at an address: `product(3,7)`, `points(4).velocity.x`,
  /// `particle->velocity.x`; empty when the address is outside of the memory.
  std::string element_at(const void* address) const;
  /// Returns the element at an address outside of the memory, reached by indexing its pointer:
  /// `numbers[3]`, `particles[7].velocity.x`; empty for addresses before it and when the name is
  /// not that of a pointer.
  std::string element_from(const void* address) const;
  /// Returns the element that would be at an address before or after the memory: `sums(16)`; empty
  /// when several indices lead there.
  std::string element_beyond(const void* address) const;
  /// Whether the memory contains the byte at an address, and the byte belongs to one scalar:
  /// neither to padding nor to different members of a union.
  bool holds_scalar(const void* address) const;
};

/// Returns the captures that are arrays, views or textures.
std::vector<captured_memory> containers_of(std::vector<captured_memory> captures);

}  // namespace milliamp::detail::symbolize
