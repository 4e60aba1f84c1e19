/// @file
/// The memory that a kernel function object refers to, with its names in the source: captured
/// views, arrays and textures, and variables captured by reference.
#pragma once

#include "symbolize/type_layout.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace milliamp::detail::symbolize {

/// A capture of a kernel.
struct captured_memory {
  std::string variable;                 ///< `array_view<float, 2> product`
  std::string name;                     ///< `product`
  const std::byte* data = nullptr;      ///< of the first element
  std::size_t element_size = 0;         ///< bytes
  type_layout element;                  ///< layout of an element, as far as it is known
  bool is_container = false;            ///< indexed by (i, j), not by [i][j]
  bool is_pointee = false;              ///< the name is that of a pointer to the memory
  std::string level;                    ///< of a texture: `mipmap level 1`; empty for level 0
  bool has_whole_elements = false;      ///< elements are never accessed in part
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
  /// Returns the element that would be at an address before or behind the memory: `sums(16)`; empty
  /// when several indices lead there.
  std::string element_beyond(const void* address) const;
};

/// Returns the captures of a kernel function object that debug information describes. Each mipmap
/// level of a texture is a capture of its own.
/// @param code any function of the library's tiled_caller or untiled_caller for the kernel
std::vector<captured_memory> captures_of(const void* function_object, const void* code);

/// Where a kernel is declared: a lambda, or the class of a function object.
struct kernel_declaration {
  std::string file;  ///< empty without debug information
  int line = 0;
};

/// @param code as for captures_of()
kernel_declaration kernel_declaration_of(const void* code);

}  // namespace milliamp::detail::symbolize
