#include "coherence/source.h"

#include "base/allocation.h"
#include "base/modules.h"
#include "base/scoped_ignore.h"
#include "check/current_launch.h"
#include "coherence/host_memory_registry.h"
#include "symbolize/variables.h"

#include <milliamp/detail/host_memory.h>

#include <cstdint>

namespace milliamp::detail::coherence {

namespace {

std::string of_bytes(const std::string& what, std::size_t size) {
  return what + " of " + std::to_string(size) + " bytes";
}

/// The object that contains a byte outside the stack, if it is known.
std::optional<source> find_source(std::uintptr_t address, std::size_t size) {
  if (base::module_base(reinterpret_cast<const void*>(address)) != nullptr) {
    const symbolize::static_variable_offset variable = symbolize::static_variable_at(address);
    if (variable.name.empty()) return std::nullopt;
    return source{{address - variable.offset, variable.size},
                  of_bytes("the variable " + variable.name, variable.size)};
  }
  const auto block = base::allocation_at({address, size});
  if (!block) return std::nullopt;
  return source{*block, of_bytes("a heap block", block->size)};
}

}  // namespace

std::optional<source> find_small_source(const void* address, std::size_t size,
                                        std::size_t known_size) {
  if (known_size == sufficient_size) return std::nullopt;
  const base::scoped_ignore ignore;
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  std::optional<source> found;
  if (!host_memory_registry::is_on_stack(address)) {
    found = find_source(begin, size);
  } else if (known_size != unknown_size) {
    found = {{begin, known_size}, std::to_string(known_size) + " bytes of a local variable"};
  }
  if (!found || found->size_after(address) >= size) return std::nullopt;
  return found;
}

}  // namespace milliamp::detail::coherence

namespace milliamp::detail {

std::size_t copyable_elements(const void* data, std::size_t element_size, std::size_t count,
                              bool is_destination) {
  if (!tracks_host_memory || data == nullptr) return count;
  const auto small = coherence::find_small_source(data, count * element_size, unknown_size);
  if (!small) return count;
  const std::size_t existing = small->size_after(data) / element_size;
  check::report_wanted(
      {diagnose::small_copy_fact{is_destination, count, existing, element_size, small->description,
                                 symbolize::stack_trace::here()}});
  return existing;
}

}  // namespace milliamp::detail
