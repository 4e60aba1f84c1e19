#include "symbolize/object.h"

#include <algorithm>

namespace milliamp::detail::symbolize {

namespace {

/// Returns the first member, in the object or in one of its bases, for which matches(entry, member)
/// is true.
template <class Predicate>
std::optional<object> find_member(object whole, Predicate matches) {
  std::optional<object> found;
  any_child(&whole.type, [&](Dwarf_Die& child) {
    const int tag = dwarf_tag(&child);
    if (tag != DW_TAG_member && tag != DW_TAG_inheritance) return false;
    const object part{type_of(&child).die,
                      whole.address + number_of(&child, DW_AT_data_member_location)};
    if (tag == DW_TAG_inheritance) {
      found = find_member(part, matches);
    } else if (matches(child, part)) {
      found = part;
    }
    return found.has_value();
  });
  return found;
}

}  // namespace

std::optional<object> member_of(object whole, std::string_view name) {
  return find_member(whole, [name](Dwarf_Die& member, const object&) {
    const char* const own = dwarf_diename(&member);
    return own != nullptr && own == name;
  });
}

bool is_one_of(Dwarf_Die* type, std::initializer_list<std::string_view> class_templates) {
  const char* name = dwarf_diename(type);
  const std::string_view own = name == nullptr ? "" : name;
  return std::any_of(class_templates.begin(), class_templates.end(), [own](std::string_view t) {
    return own.substr(0, t.size()) == t && own.substr(t.size(), 1) == "<";
  });
}

std::optional<object> member_of_class(object whole, std::string_view class_template) {
  return find_member(whole, [class_template](Dwarf_Die&, object member) {
    return is_one_of(&member.type, {class_template});
  });
}

std::optional<Dwarf_Die> first_type_argument(Dwarf_Die* type) {
  std::optional<Dwarf_Die> found;
  any_child(type, [&](Dwarf_Die& child) {
    Dwarf_Die argument;
    if (dwarf_tag(&child) != DW_TAG_template_type_parameter ||
        !entry_of(&child, DW_AT_type, argument)) {
      return false;
    }
    found = argument;
    return true;
  });
  return found;
}

}  // namespace milliamp::detail::symbolize
