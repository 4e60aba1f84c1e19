/// @file
/// What a type consists of, so that a byte of a variable can be named as the source does:
/// `particles[3].velocity.x`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace milliamp::detail::symbolize {

struct element_type;

struct type_layout {
  struct member;

  std::string name;                       ///< of an element: `float`
  std::size_t size = 0;                   ///< bytes of an element; 0 when unknown
  std::vector<std::uint64_t> dimensions;  ///< of a C array, the first index first
  std::vector<member> members;            ///< of an element, those of its bases included

  /// How many there are in a variable: 1 in one that is no array.
  std::size_t elements() const;
  /// The bytes of all elements.
  std::size_t bytes() const { return size * elements(); }
  /// What leads from the variable to the byte at an offset: `[3].velocity.x`, `.text at byte 2`.
  std::string path_to(std::size_t offset) const;
  /// Whether some of these bytes of the variable are a bit-field's.
  bool has_bit_field(std::size_t offset, std::size_t count) const;
  /// Whether all of these bytes of the variable are known to lie in gaps between members.
  bool is_padding(std::size_t offset, std::size_t count) const;

 private:
  template <class Is>
  bool any_part(std::size_t offset, std::size_t count, Is is) const;
};

struct type_layout::member {
  std::string name;  ///< empty: of a base, or of something without a name to programs
  std::size_t offset;
  std::size_t bytes;  ///< that some of it is in
  bool is_bit_field;
  type_layout type;
};

/// The layout of a type that debug information describes.
type_layout layout_of(const element_type& type);

}  // namespace milliamp::detail::symbolize
