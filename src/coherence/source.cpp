#include "coherence/source.h"

#include "base/allocation.h"
#include "base/modules.h"
#include "base/scoped_ignore.h"
#include "check/current_launch.h"
#include "coherence/host_memory_registry.h"
#include "symbolize/local_variables.h"
#include "symbolize/variables.h"

#include <milliamp/detail/host_memory.h>

#include <cstdint>

namespace milliamp::detail::coherence {

namespace {

std::string of_bytes(const std::string& what, std::size_t size) {
  return what + " of " + std::to_string(size) + " bytes";
}

source of_variable(const std::string& name, std::uintptr_t address, std::size_t size) {
  return {{address, size}, of_bytes("the variable " + name, size)};
}

/// The object that contains a byte, if it is known.
std::optional<source> find_source(const void* address, std::size_t size) {
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  if (host_memory_registry::is_on_stack(address)) {
    const auto variable = symbolize::local_variable_at(address);
    if (!variable) return std::nullopt;
    return of_variable(variable->name, variable->address, variable->size);
  }
  if (base::module_base(address) != nullptr) {
    const symbolize::static_variable_offset variable = symbolize::static_variable_at(begin);
    if (variable.name.empty()) return std::nullopt;
    return of_variable(variable.name, begin - variable.offset, variable.size);
  }
  const auto block = base::allocation_at({begin, size});
  if (!block) return std::nullopt;
  return source{*block, of_bytes("a heap block", block->size)};
}

}  // namespace

std::optional<source> find_small_source(const void* address, std::size_t size) {
  const base::scoped_ignore ignore;
  std::optional<source> found = find_source(address, size);
  if (found && found->size_after(address) >= size) found.reset();
  return found;
}

}  // namespace milliamp::detail::coherence

namespace milliamp::detail {

std::size_t copyable_elements(const void* data, std::size_t element_size, std::size_t count,
                              bool is_destination) {
  if (!tracks_host_memory || data == nullptr) return count;
  const auto small = coherence::find_small_source(data, count * element_size);
  if (!small) return count;
  const std::size_t existing = small->size_after(data) / element_size;
  check::report_wanted(
      {diagnose::small_copy_fact{is_destination, count, existing, element_size, small->description,
                                 symbolize::stack_trace::here()}});
  return existing;
}

}  // namespace milliamp::detail
