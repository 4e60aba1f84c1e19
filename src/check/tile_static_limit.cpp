#include "check/tile_static_limit.h"

#include "base/modules.h"
#include "check/current_launch.h"
#include "engine/tile_arena.h"
#include "symbolize/stack_trace.h"
#include "symbolize/symbols.h"

#include <milliamp/exceptions.h>

#include <algorithm>
#include <mutex>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace milliamp::detail::check {

namespace {

/// Whether a variable stands in a lambda, which is a kernel, and no other can have it. A lambda is
/// called `{lambda(…)#1}`, and by Clang, where no other object file has it, `$_0`.
bool is_in_lambda(const engine::tile_variable& v) {
  const std::size_t call = v.name.find("::operator()");
  if (call == std::string::npos || call == 0) return false;
  const std::size_t colons = v.name.rfind("::", call - 1);
  return v.name[call - 1] == '}' || v.name.compare(colons + 2, 2, "$_") == 0;
}

/// Those in the kernel's own call operator, and any in a function that is too large for every
/// kernel.
std::vector<module_variable> variables_of(const std::string& kernel) {
  std::vector<module_variable> found;
  for (const auto& module : engine::tile_modules()) {
    for (const engine::tile_variable& v : module->variables) {
      const bool is_kernels = v.name.rfind(kernel + "::operator()", 0) == 0;
      if (is_kernels || (v.size > tile_static_limit && !is_in_lambda(v))) {
        found.push_back({module, &v});
      }
    }
  }
  return found;
}

std::string name_of(const tiled_kernel& kernel) { return symbolize::demangle(kernel.type->name()); }

std::string bytes(std::size_t count) { return std::to_string(count) + " bytes"; }

std::string list_sizes(const std::vector<module_variable>& variables) {
  std::string text;
  for (const auto& [module, v] : variables) {
    text += (text.empty() ? "" : ", ") + v->short_name() + " (" + bytes(v->size) + ")";
  }
  return text;
}

/// Tells of a variable and its size: at its declaration when that is known.
void add_variable(const module_variable& counted, finding& found) {
  const auto& [module, v] = counted;
  const std::string name = v->short_name();
  const std::string text = name + " has " + bytes(v->size);
  const symbolize::variable_declaration d =
      symbolize::thread_local_declaration(module->load_address, v->offset);
  if (d.file.empty()) {
    found.notes.push_back(text);
  } else {
    found.related.push_back({source_frame{"", d.file, d.line, 0}, text});
  }
  if (!found.name.empty()) return;  // the largest stands for all
  found.variable = "tile_static " + (d.type.name.empty() ? "" : d.type.name + ' ') + name;
  found.name = found.element = name;
}

finding describe_excess(std::size_t total, const std::vector<module_variable>& variables) {
  finding found;
  found.kind = finding_kind::tile_static_limit;
  found.summary = "the kernel has " + bytes(total) +
                  " of tile_static variables, of which a tile can have " + bytes(tile_static_limit);
  found.events = {{"launch", symbolize::stack_trace::here().user_frames(), {}, 0}};
  for (const module_variable& v : variables) add_variable(v, found);
  found.advice =
      "use smaller tiles, or keep part of the data in an array (spec 2.4.3.5.1); the launch ends "
      "with a runtime_exception";
  return found;
}

/// Throws if all variables of a kernel together are too large, and reports it if wanted.
void check_sum(const tiled_kernel& kernel, std::vector<module_variable> variables, bool reports) {
  std::size_t total = 0;
  for (const module_variable& v : variables) total += v.variable->size;
  if (total <= tile_static_limit) return;
  std::stable_sort(variables.begin(), variables.end(),
                   [](const module_variable& a, const module_variable& b) {
                     return a.variable->size > b.variable->size;
                   });
  if (reports) report_finding(describe_excess(total, variables));
  const std::string message = "the kernel " + name_of(kernel) + " has " + bytes(total) +
                              " of tile_static variables: " + list_sizes(variables) +
                              "; the limit is " + bytes(tile_static_limit) +
                              " a tile (spec 2.4.3.5.1); use smaller tiles or " +
                              "keep part of the data in an array";
  throw concurrency::runtime_exception(message.c_str(), concurrency::detail::e_fail);
}

/// Whether any module has so much thread-local storage that the limit could be exceeded.
bool limit_can_be_exceeded() {
  bool found = false;
  base::for_each_module([&](const dl_phdr_info& info) {
    for (int i = 0; i < info.dlpi_phnum; ++i) {
      const auto& header = info.dlpi_phdr[i];
      found = found || (header.p_type == PT_TLS && header.p_memsz > tile_static_limit);
    }
    return found;
  });
  return found;
}

}  // namespace

void check_tile_static_limit(engine_kind e, const tiled_kernel& kernel) {
  static std::mutex mutex;
  // Outlives every static object.
  static auto* const checked = new std::unordered_set<const std::type_info*>;
  static unsigned long long generation = 0;
  const std::lock_guard lock(mutex);
  if (const auto now = base::loader_generation(); now != generation) {
    checked->clear();  // another module's kernel may be in the place of one that is gone
    generation = now;
  }
  if (checked->count(kernel.type) != 0) return;
  if (limit_can_be_exceeded()) {
    check_sum(kernel, variables_of(name_of(kernel)), e == engine_kind::ref);
  }
  checked->insert(kernel.type);
}

void check_tile_static_use(const tiled_kernel& kernel, const tile_static_use& used) {
  check_sum(kernel, used.variables(), true);
}

}  // namespace milliamp::detail::check
