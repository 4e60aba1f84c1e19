/// @file
/// The members of a type, which give a byte of a variable its name in the source:
/// `particles[3].velocity.x`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace milliamp::detail::symbolize {

struct element_type;

/// How the bytes of a scalar represent its value.
enum class scalar_kind : std::uint8_t {
  bytes,  ///< unknown, or no scalar
  floating,
  signed_integer,
  unsigned_integer,
  boolean
};

struct type_layout {
  struct member;

  std::string name;                       ///< the type of an element: `float`
  std::size_t size = 0;                   ///< bytes of an element; 0 when unknown
  scalar_kind kind = scalar_kind::bytes;  ///< the kind of an element
  std::vector<std::uint64_t> dimensions;  ///< the dimensions of a C array, the first index first
  std::vector<member> members;  ///< the members of an element, including those of its bases

  /// The number of elements in a variable: 1 unless it is an array.
  std::size_t elements() const;
  /// The size of all elements in bytes.
  std::size_t bytes() const { return size * elements(); }
  /// Returns the path from the variable to the byte at an offset: `[3].velocity.x`,
  /// `.text at byte 2`.
  std::string path_to(std::size_t offset) const;
  /// Whether any of these bytes of the variable belongs to a bit-field.
  bool has_bit_field(std::size_t offset, std::size_t count) const;
  /// Whether all of these bytes of the variable are known to be padding.
  bool is_padding(std::size_t offset, std::size_t count) const;
  /// Whether a byte of the variable belongs to a member of a union and lies past the end of a
  /// shorter one. Copies also read such bytes, whichever member has been written.
  bool is_after_shorter_member(std::size_t offset) const;
  /// Whether a byte of the variable is known to belong to one scalar: neither to padding nor to a
  /// union.
  bool is_scalar(std::size_t offset) const;

 private:
  template <class Is>
  bool any_part(std::size_t offset, std::size_t count, Is is) const;
};

struct type_layout::member {
  std::string name;  ///< empty for a base or a member that programs do not name
  std::size_t offset;
  std::size_t bytes;  ///< the number of bytes that contain a part of it
  bool is_bit_field;
  type_layout type;
};

/// Returns the subscripts of an element of a C array by its number: `[1][0]`.
std::string subscripts(std::uint64_t element, const std::vector<std::uint64_t>& dimensions);

/// Returns the layout of a type that debug information describes.
type_layout layout_of(const element_type& type);

}  // namespace milliamp::detail::symbolize
