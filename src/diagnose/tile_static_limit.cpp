#include "diagnose/tile_static_limit.h"

#include "diagnose/memory.h"
#include "report/finding_failure.h"
#include "symbolize/type_names.h"
#include "symbolize/variables.h"

#include <algorithm>
#include <string>

namespace milliamp::detail::diagnose {

namespace {

std::string bytes(std::size_t count) { return std::to_string(count) + " bytes"; }

using tile_static_variables = std::vector<symbolize::tile_static_location>;

/// The name of a variable, and its function if others have the same name, as in the instances of a
/// template.
std::string name_among(const tile_static_variables& all, const symbolize::tile_variable& variable) {
  const std::string name = variable.short_name();
  const auto count = std::count_if(all.begin(), all.end(), [&](const auto& other) {
    return other.variable->short_name() == name;
  });
  return count == 1 ? name : name + " of " + variable.function();
}

std::string list_sizes(const tile_static_variables& variables) {
  std::string text;
  for (const symbolize::tile_static_location& v : variables) {
    text += (text.empty() ? "" : ", ") + name_among(variables, *v.variable) + " (" +
            bytes(v.variable->size) + ")";
  }
  return text;
}

/// Adds a variable and its size: at its declaration, or as a note if that is unknown.
void add_variable(const symbolize::tile_static_location& counted, const tile_static_variables& all,
                  finding& found) {
  const std::string text =
      name_among(all, *counted.variable) + " has " + bytes(counted.variable->size);
  const symbolize::variable_declaration d = symbolize::declaration_of(counted);
  if (d.file.empty()) {
    found.notes.push_back(text);
  } else {
    found.related.push_back({source_frame{"", d.file, d.line, 0}, text});
  }
  if (!found.name.empty()) return;  // the finding is named after the largest variable
  found.variable = variable_of(counted, d);
  found.name = found.element = counted.variable->short_name();
}

}  // namespace

finding diagnose(const tile_static_limit_fact& excess) {
  finding found;
  found.kind = finding_kind::tile_static_limit;
  found.summary = "the kernel has " + bytes(excess.total) +
                  " of tile_static variables; the limit of a tile is " + bytes(excess.limit);
  found.events = {{report::what_launches, excess.launch.user_frames(), {}, 0}};
  for (const symbolize::tile_static_location& v : excess.variables) {
    add_variable(v, excess.variables, found);
  }
  found.advice =
      "use smaller tiles, or keep part of the data in an array (spec 2.4.3.5.1); the launch ends "
      "with a runtime_exception";
  return found;
}

std::exception_ptr tile_static_limit_failure(const tile_static_limit_fact& excess) {
  const std::string message =
      "the kernel " + symbolize::demangle(excess.kernel->name()) + " has " + bytes(excess.total) +
      " of tile_static variables: " + list_sizes(excess.variables) + "; the limit is " +
      bytes(excess.limit) + " a tile (spec 2.4.3.5.1); use smaller tiles " +
      "or keep part of the data in an array";
  return std::make_exception_ptr(report::finding_failure(finding_kind::tile_static_limit, message));
}

}  // namespace milliamp::detail::diagnose
