#include "symbolize/type_layout.h"

#include "symbolize/dwarf.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>

namespace milliamp::detail::symbolize {

namespace {

/// A part of a variable that has no members.
struct scalar {
  std::string type;
  std::size_t offset;

  bool operator==(const scalar&) const = default;
};

/// Returns the scalar that contains a byte; nothing for padding, and for a byte with several types,
/// as in a union.
std::optional<scalar> scalar_at(const type_layout& type, std::size_t offset) {
  if (type.size == 0) return std::nullopt;
  const std::size_t rest = offset % type.size;
  if (type.members.empty()) return scalar{type.name, offset - rest};
  std::optional<scalar> found;
  for (const type_layout::member& m : type.members) {
    if (rest < m.offset || rest - m.offset >= m.bytes) continue;
    std::optional<scalar> own = m.is_bit_field ? std::nullopt : scalar_at(m.type, rest - m.offset);
    if (!own) return std::nullopt;
    own->offset += offset - rest + m.offset;
    if (found && own != found) return std::nullopt;
    found = own;
  }
  return found;
}

/// Returns the member that contains a byte: the first one, when all of them have the same scalar
/// there, as in a short vector. Null for padding, and where different scalars of a union or several
/// bit-fields share the byte.
const type_layout::member* member_at(const type_layout& type, std::size_t offset) {
  const auto contains = [offset](const type_layout::member& m) {
    return offset >= m.offset && offset - m.offset < m.bytes;
  };
  const auto first = std::find_if(type.members.begin(), type.members.end(), contains);
  if (first == type.members.end()) return nullptr;
  const bool is_only = std::none_of(first + 1, type.members.end(), contains);
  return is_only || scalar_at(type, offset) ? &*first : nullptr;
}

/// Whether a name is reserved for the implementation, such as that of a standard library member.
bool is_reserved(const char* name) {
  return name[0] == '_' && (name[1] == '_' || std::isupper(static_cast<unsigned char>(name[1])));
}

/// Whether a type is a swizzle of a short vector, which has no memory apart from the components'.
bool is_swizzle(const element_type& type) {
  Dwarf_Die die = type.die;
  const char* const name = type.size != 0 ? dwarf_diename(&die) : nullptr;
  return name != nullptr && std::string_view(name).starts_with(
                                "swizzle<concurrency::graphics::details::members_of_swizzle<");
}

/// Adds a member or a base class. Returns false if debug information only declares its type.
bool add_member(Dwarf_Die& member, type_layout& whole) {
  const bool is_base = dwarf_tag(&member) == DW_TAG_inheritance;
  if (!is_base && dwarf_tag(&member) != DW_TAG_member) return true;
  if (dwarf_hasattr(&member, DW_AT_external)) return true;  // a static member
  const element_type described = type_of(&member);
  if (described.size == 0) return false;
  if (is_swizzle(described)) return true;
  type_layout type = layout_of(described);
  if (is_base && type.members.empty()) return true;
  const char* name = is_base ? nullptr : dwarf_diename(&member);
  const bool is_bit_field = dwarf_hasattr(&member, DW_AT_bit_size) != 0;
  auto offset = static_cast<std::size_t>(number_of(&member, DW_AT_data_member_location));
  std::size_t bytes = type.bytes();
  if (dwarf_hasattr(&member, DW_AT_data_bit_offset)) {  // since DWARF 5
    const int first_bit = number_of(&member, DW_AT_data_bit_offset);
    const int end_bit = first_bit + number_of(&member, DW_AT_bit_size);
    offset = static_cast<std::size_t>(first_bit / 8);
    bytes = static_cast<std::size_t>((end_bit + 7) / 8) - offset;
  }
  whole.members.push_back({name != nullptr && !is_reserved(name) ? name : "", offset, bytes,
                           is_bit_field, std::move(type)});
  return true;
}

}  // namespace

std::string subscripts(std::uint64_t element, const std::vector<std::uint64_t>& dimensions) {
  std::string text;
  for (auto d = dimensions.rbegin(); d != dimensions.rend(); element /= *d++) {
    if (*d == 0) return "";
    text.insert(0, '[' + std::to_string(element % *d) + ']');
  }
  return text;
}

/// Whether is(member, offset, count) holds for any member, for its part of some bytes of an
/// element.
template <class Is>
bool type_layout::any_part(std::size_t offset, std::size_t count, Is is) const {
  const std::size_t begin = offset % size;
  const std::size_t end = begin + count;
  return std::any_of(members.begin(), members.end(), [&](const member& m) {
    if (begin >= m.offset + m.bytes || m.offset >= end) return false;
    const std::size_t first = std::max(begin, m.offset) - m.offset;
    return is(m, first, std::min(end - m.offset, m.bytes) - first);
  });
}

std::size_t type_layout::elements() const {
  return std::accumulate(dimensions.begin(), dimensions.end(), std::size_t{1}, std::multiplies<>());
}

std::string type_layout::path_to(std::size_t offset) const {
  if (size == 0) return offset == 0 ? "" : " at byte " + std::to_string(offset);
  const std::string indices = subscripts(offset / size, dimensions);
  const std::size_t rest = offset % size;
  if (const member* m = member_at(*this, rest)) {
    return indices + (m->name.empty() ? "" : '.' + m->name) + m->type.path_to(rest - m->offset);
  }
  return rest == 0 ? indices : indices + " at byte " + std::to_string(rest);
}

bool type_layout::has_bit_field(std::size_t offset, std::size_t count) const {
  return size != 0 && any_part(offset, count, [](const member& m, std::size_t at, std::size_t n) {
           return m.is_bit_field || m.type.has_bit_field(at, n);
         });
}

bool type_layout::is_padding(std::size_t offset, std::size_t count) const {
  return !members.empty() &&
         !any_part(offset, count, [](const member& m, std::size_t at, std::size_t n) {
           return m.is_bit_field || !m.type.is_padding(at, n);
         });
}

bool type_layout::is_after_shorter_member(std::size_t offset) const {
  if (size == 0) return false;
  const std::size_t rest = offset % size;
  return std::any_of(members.begin(), members.end(), [&](const member& m) {
    if (rest < m.offset || rest - m.offset >= m.bytes) return false;
    return m.type.is_after_shorter_member(rest - m.offset) ||
           std::any_of(members.begin(), members.end(), [&](const member& other) {
             return other.offset == m.offset && rest - m.offset >= other.bytes;
           });
  });
}

bool type_layout::is_scalar(std::size_t offset) const {
  return scalar_at(*this, offset) && !is_after_shorter_member(offset);
}

namespace {

scalar_kind kind_of(Dwarf_Die* type, int tag) {
  if (tag == DW_TAG_enumeration_type) return scalar_kind::signed_integer;
  if (tag != DW_TAG_base_type) return scalar_kind::bytes;
  switch (number_of(type, DW_AT_encoding)) {
    case DW_ATE_float:
      return scalar_kind::floating;
    case DW_ATE_signed:
    case DW_ATE_signed_char:
      return scalar_kind::signed_integer;
    case DW_ATE_unsigned:
    case DW_ATE_unsigned_char:
      return scalar_kind::unsigned_integer;
    case DW_ATE_boolean:
      return scalar_kind::boolean;
    default:
      return scalar_kind::bytes;
  }
}

}  // namespace

type_layout layout_of(const element_type& type) {
  type_layout layout;
  layout.name = type.name;
  layout.size = type.size;
  layout.dimensions = type.dimensions;
  Dwarf_Die die = type.die;
  const int tag = type.size != 0 ? dwarf_tag(&die) : 0;
  layout.kind = kind_of(&die, tag);
  if (tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type) {
    // Without a member, its bytes would be taken for padding.
    if (any_child(&die, [&](Dwarf_Die& child) { return !add_member(child, layout); })) {
      layout.members.clear();
    }
  }
  return layout;
}

}  // namespace milliamp::detail::symbolize
