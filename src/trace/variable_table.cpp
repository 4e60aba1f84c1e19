#include "trace/variable_table.h"

#include "symbolize/variables.h"

#include <string>

namespace milliamp::detail::trace {

namespace {

using nlohmann::ordered_json;
using symbolize::scalar_kind;
using symbolize::type_layout;

/// Elements with more parts are shown as bytes.
constexpr std::size_t most_parts = 64;

}  // namespace

const char* name_of(scalar_kind kind) {
  switch (kind) {
    case scalar_kind::floating:
      return "float";
    case scalar_kind::signed_integer:
      return "signed";
    case scalar_kind::unsigned_integer:
      return "unsigned";
    case scalar_kind::boolean:
      return "bool";
    case scalar_kind::bytes:
      break;
  }
  return "bytes";
}

namespace {

/// Adds the scalars of an element, without those that share bytes with an earlier one.
void add_parts(const type_layout& type, const std::string& name, std::size_t offset,
               ordered_json& parts) {
  if (parts.size() > most_parts) return;
  if (type.members.empty()) {
    const bool is_known = !parts.empty() && offset < parts.back()["offset"].get<std::size_t>() +
                                                         parts.back()["size"].get<std::size_t>();
    if (is_known) return;
    parts.push_back(
        {{"name", name}, {"offset", offset}, {"size", type.size}, {"kind", name_of(type.kind)}});
    return;
  }
  for (const type_layout::member& m : type.members) {
    if (m.is_bit_field) continue;
    const std::string member = m.name.empty() ? name : name + '.' + m.name;
    for (std::size_t i = 0; i < m.type.elements() && parts.size() <= most_parts; ++i) {
      add_parts(m.type, member + symbolize::subscripts(i, m.type.dimensions),
                offset + m.offset + i * m.type.size, parts);
    }
  }
}

ordered_json parts_of(const type_layout& type, std::size_t element_size) {
  ordered_json parts = ordered_json::array();
  if (type.size == element_size && element_size != 0) add_parts(type, "", 0, parts);
  if (!parts.empty() && parts.size() <= most_parts) return parts;
  return {{{"name", ""}, {"offset", 0}, {"size", element_size}, {"kind", "bytes"}}};
}

ordered_json describe_tile_static(const symbolize::tile_static_location& at, place_table& places) {
  const symbolize::variable_declaration declared = symbolize::declaration_of(at);
  const std::size_t size = declared.type.size != 0 ? declared.type.size : at.variable->size;
  ordered_json json = {{"name", at.variable->short_name()},
                       {"memory", "tile_static"},
                       {"type", declared.type.name},
                       {"dimensions", declared.type.dimensions},
                       {"element_size", size},
                       {"parts", parts_of(declared.type, size)},
                       {"declaration", -1}};
  if (!declared.file.empty()) {
    json["declaration"] = places.number_of({{"", declared.file, declared.line, 0}});
  }
  return json;
}

ordered_json describe_capture(const symbolize::captured_memory& capture) {
  return {{"name", capture.name},
          {"memory", "global"},
          {"type", capture.element.name},
          {"dimensions", capture.lengths},
          {"distances", capture.distances},
          {"element_size", capture.element_size},
          {"parts", parts_of(capture.element, capture.element_size)},
          {"declaration", -1}};
}

}  // namespace

void variable_table::begin(const check::checked_thread& thread,
                           const std::vector<symbolize::captured_memory>& captures) {
  all_.clear();
  last_ = 0;
  const std::string kernel = thread.launch->kernel_class();
  for (const auto& region : thread.races.arena().regions()) {
    for (const symbolize::tile_variable& v : region.variables) {
      if (v.kernel != kernel) continue;
      const auto begin = reinterpret_cast<std::uintptr_t>(region.block + v.offset);
      all_.push_back({{begin, v.size}, {region.module, &v, 0}, nullptr});
    }
  }
  for (const symbolize::captured_memory& c : captures) {
    const auto begin = reinterpret_cast<std::uintptr_t>(c.data);
    all_.push_back({{begin, c.elements_spanned() * c.element_size}, {}, &c});
  }
}

std::optional<traced_byte> variable_table::find(const check::checked_thread& thread,
                                                std::uintptr_t address, bool is_tile_static) {
  const auto found_at = [&](std::size_t i) {
    last_ = i;
    return traced_byte{i, address - all_[i].memory.begin};
  };
  if (last_ < all_.size() && all_[last_].memory.contains(address)) return found_at(last_);
  for (std::size_t i = 0; i < all_.size(); ++i) {
    if (all_[i].memory.contains(address)) return found_at(i);
  }
  if (!is_tile_static) return std::nullopt;
  // A variable of a function that the kernel calls.
  const auto location = thread.races.arena().find(reinterpret_cast<const void*>(address));
  if (location.variable == nullptr) return std::nullopt;
  all_.push_back({{address - location.offset, location.variable->size},
                  {location.module, location.variable, 0},
                  nullptr});
  return found_at(all_.size() - 1);
}

ordered_json describe(const traced_variable& variable, place_table& places) {
  return variable.capture != nullptr ? describe_capture(*variable.capture)
                                     : describe_tile_static(variable.tile_static, places);
}

}  // namespace milliamp::detail::trace
