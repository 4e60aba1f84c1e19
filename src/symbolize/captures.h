/// @file
/// The memory that a kernel function object refers to, by the names that its source gives it: the
/// captured views, arrays and textures, and variables captured by reference.
#pragma once

#include "symbolize/type_layout.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace milliamp::detail::symbolize {

/// Something that a kernel has captured.
struct captured_memory {
  std::string variable;                 ///< `array_view<float, 2> product`
  std::string name;                     ///< `product`
  const std::byte* data = nullptr;      ///< of the first element
  std::size_t element_size = 0;         ///< bytes
  type_layout element;                  ///< what one consists of, as far as it is known
  bool is_container = false;            ///< indexed by (i, j), not by [i][j]
  bool is_pointee = false;              ///< the name is that of a pointer to it
  std::string level;                    ///< of a texture: `mipmap level 1`; empty for the first
  bool has_whole_elements = false;      ///< no part of an element is accessed on its own
  std::vector<std::int64_t> lengths;    ///< by dimension; none for a plain variable
  std::vector<std::int64_t> distances;  ///< between neighbours, by dimension, in elements

  /// What contains the address: `product(3, 7)`, `points(4).velocity.x`, `particle->velocity.x`;
  /// empty when the address is not in it.
  std::string element_at(const void* address) const;
  /// The same for what is no part of it, but leads there from a pointer: `numbers[3]`,
  /// `particles[7].velocity.x`; empty for addresses before it, and when the name is no pointer's.
  std::string element_from(const void* address) const;
};

/// What the kernel function object has captured, as far as debug information tells; of a texture,
/// each of its mipmap levels.
/// @param code any function of the library's tiled_caller or untiled_caller for the kernel
std::vector<captured_memory> captures_of(const void* function_object, const void* code);

}  // namespace milliamp::detail::symbolize
