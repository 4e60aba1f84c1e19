#include "diagnose/memory.h"

#include "report/source_line.h"
#include "report/source_location.h"
#include "symbolize/variables.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <string_view>
#include <utility>

namespace milliamp::detail::diagnose {

namespace {

/// Stands for the variable if that is unknown.
constexpr const char* global_memory = "global memory";

std::vector<symbolize::captured_memory> captures_of(const kernel_function& kernel) {
  return symbolize::captures_of(kernel.object, kernel.code);
}

/// The captured pointer from which an address has the least distance.
std::optional<symbolize::captured_memory> nearest_pointer(
    std::vector<symbolize::captured_memory> captures, const void* address) {
  std::optional<symbolize::captured_memory> nearest;
  for (symbolize::captured_memory& memory : captures) {
    if (memory.element_from(address).empty()) continue;
    if (!nearest || nearest->data < memory.data) nearest = std::move(memory);
  }
  return nearest;
}

/// Names the memory after a captured variable.
void describe_captured(const symbolize::captured_memory& memory, std::string element,
                       finding& found) {
  found.element = std::move(element);
  found.variable = memory.variable;
  found.name = memory.name;
  const std::string type = found.variable.substr(0, found.variable.rfind(' '));
  const bool has_vowel = std::string_view("aeiou").find(type.front()) != std::string_view::npos;
  found.notes.push_back(found.name + (has_vowel ? " is an " : " is a ") + type +
                        " that the kernel has captured");
}

/// Names the memory after a variable of static storage duration.
void describe_static(const symbolize::static_variable_offset& location, finding& found) {
  found.variable = "static variable " + location.name;
  found.name = location.name.substr(location.name.rfind(':') + 1);
  found.element = found.name;
  if (location.offset != 0) found.element += " at byte " + std::to_string(location.offset);
}

/// Whether a variable is used in an expression of the source.
bool is_used(std::string_view name, std::string_view expression) {
  const auto is_part_of_name = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
  };
  const std::size_t at = expression.find(name);
  if (name.empty() || at == std::string_view::npos) return false;
  const std::string_view rest = expression.substr(at + name.size());
  const bool begins = at == 0 || !is_part_of_name(expression[at - 1]);
  return begins && (rest.empty() || !is_part_of_name(rest.front()));
}

/// The captured variable that contains a byte; null: none. Of several, the one that the expression
/// of the first access uses, or else the one that its line names nearest to it.
const symbolize::captured_memory* capture_at(const std::vector<symbolize::captured_memory>& all,
                                             const void* byte, const finding& found) {
  std::vector<const symbolize::captured_memory*> containing;
  std::vector<std::string> names;
  for (const symbolize::captured_memory& memory : all) {
    if (memory.element_at(byte).empty()) continue;
    containing.push_back(&memory);
    names.push_back(memory.name);
  }
  if (containing.size() <= 1) return containing.empty() ? nullptr : containing.front();
  const report::source_location access = report::location_of(found.events.front(), found);
  const std::string_view expression =
      std::string_view(access.text).substr(access.span.begin, access.span.size());
  const auto used = std::find_if(names.begin(), names.end(), [&](const std::string& name) {
    return is_used(name, expression);
  });
  if (used != names.end()) return containing[static_cast<std::size_t>(used - names.begin())];
  return containing[report::nearest_name(access.text, access.column, names)];
}

void describe_global(std::uintptr_t address, const kernel_function& kernel, finding& found) {
  const auto* byte = reinterpret_cast<const void*>(address);
  std::vector<symbolize::captured_memory> captures = captures_of(kernel);
  if (const auto* const memory = capture_at(captures, byte, found)) {
    return describe_captured(*memory, memory->element_at(byte), found);
  }
  if (const auto location = symbolize::static_variable_at(address); !location.name.empty()) {
    return describe_static(location, found);
  }
  if (const auto pointer = nearest_pointer(std::move(captures), byte)) {
    return describe_captured(*pointer, pointer->element_from(byte), found);
  }
  char text[64];
  std::snprintf(text, sizeof text, "global memory at 0x%llx",
                static_cast<unsigned long long>(address));
  found.variable = global_memory;
  found.element = text;
}

/// Whether an expression of the source is an element of an array, or what a pointer points to.
bool is_element(std::string_view expression) {
  return expression.ends_with(']') || expression.starts_with('*') ||
         expression.find("->") != std::string_view::npos;
}

}  // namespace

std::string variable_of(const symbolize::tile_static_location& location,
                        const symbolize::variable_declaration& declaration) {
  const std::string& type = declaration.type.name;
  return "tile_static " + (type.empty() ? "" : type + ' ') + location.variable->short_name();
}

void describe_tile_static(const symbolize::tile_static_location& location, finding& found) {
  if (location.variable == nullptr) {
    found.variable = found.element = "tile_static memory";
    return;
  }
  const symbolize::variable_declaration d = symbolize::declaration_of(location);
  found.variable = variable_of(location, d);
  found.name = location.variable->short_name();
  found.element = found.name + d.type.path_to(location.offset);
  if (!d.file.empty()) found.declaration = source_frame{"", d.file, d.line, 0};
}

void describe_memory(const memory_location& location, const kernel_function& kernel,
                     finding& found) {
  if (location.is_tile_static) return describe_tile_static(location.tile_static, found);
  describe_global(location.address, kernel, found);
}

void name_as_accessed(finding& found) {
  if (found.variable != global_memory) return;
  const report::source_location access = report::location_of(found.events.front(), found);
  const std::string_view expression =
      std::string_view(access.text).substr(access.span.begin, access.span.size());
  if (!is_element(expression)) return;
  found.notes.push_back(std::string(expression) + " is " + found.element);
  found.element = expression;
}

container_name captured_container(const kernel_function& kernel, const void* data,
                                  const std::vector<std::int64_t>& lengths,
                                  const source_frame& access) {
  if (kernel.object == nullptr) return {};
  struct candidates {
    std::vector<container_name> containers;
    std::vector<std::string> names;
  } wholes, parts;
  for (symbolize::captured_memory& memory : captures_of(kernel)) {
    if (!memory.is_container) continue;
    const bool is_whole = memory.data == data && memory.lengths == lengths;
    std::string begin = is_whole ? "" : memory.element_at(data);
    if (!is_whole && begin.empty()) continue;
    candidates& group = is_whole ? wholes : parts;
    group.containers.push_back({std::move(memory.variable), std::move(begin)});
    group.names.push_back(std::move(memory.name));
  }
  const auto& [containers, names] = wholes.names.empty() ? parts : wholes;
  if (containers.size() <= 1) return containers.empty() ? container_name{} : containers.front();
  const std::string line = report::source_line(access.file, access.line);
  return containers[report::nearest_name(line, access.column, names)];
}

std::optional<symbolize::captured_memory> nearest_capture(const kernel_function& kernel,
                                                          std::uintptr_t address,
                                                          const base::memory_range& range) {
  std::optional<symbolize::captured_memory> nearest;
  std::uintptr_t least = 0;
  for (symbolize::captured_memory& memory : captures_of(kernel)) {
    const base::memory_range all(memory.data, memory.elements_spanned() * memory.element_size);
    if (all.size == 0 || (range.size != 0 && !range.contains(all.begin))) continue;
    const std::uintptr_t distance = address < all.begin ? all.begin - address : address - all.end();
    if (nearest && distance >= least) continue;
    least = distance;
    nearest = std::move(memory);
  }
  return nearest;
}

}  // namespace milliamp::detail::diagnose
