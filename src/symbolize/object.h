/// @file
/// Objects in the memory of the program, read by the debug information of their types.
#pragma once

#include "base/memory_map.h"
#include "symbolize/dwarf.h"

#include <cstddef>
#include <cstring>
#include <initializer_list>
#include <optional>
#include <string_view>

namespace milliamp::detail::symbolize {

/// An object in memory, with its type.
struct object {
  Dwarf_Die type;
  const std::byte* address;

  /// Returns zero where no memory can be read: a captured pointer may lead anywhere.
  template <class T>
  T read(std::size_t offset = 0) const {
    T value{};
    if (base::is_readable({address + offset, sizeof value})) {
      std::memcpy(&value, address + offset, sizeof value);
    }
    return value;
  }
};

/// Returns the member with a name.
std::optional<object> member_of(object whole, std::string_view name);

/// Returns the member whose type is a specialization of a class template.
std::optional<object> member_of_class(object whole, std::string_view class_template);

/// Whether the type is a specialization of one of these class templates.
bool is_one_of(Dwarf_Die* type, std::initializer_list<std::string_view> class_templates);

/// Returns the first type argument of a template.
std::optional<Dwarf_Die> first_type_argument(Dwarf_Die* type);

}  // namespace milliamp::detail::symbolize
