#include "coherence/source.h"

#include "base/allocation.h"
#include "base/modules.h"
#include "base/scoped_ignore.h"
#include "symbolize/symbols.h"

#include <cstdint>

namespace milliamp::detail::coherence {

std::optional<source> find_small_source(const void* address, std::size_t size) {
  const base::scoped_ignore ignore;
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  source found;
  if (base::module_base(address) != nullptr) {
    const symbolize::static_variable_offset variable = symbolize::static_variable_at(begin);
    if (variable.name.empty()) return std::nullopt;
    found = {{begin - variable.offset, variable.size}, variable.name};
  } else if (const auto block = base::allocation_at({begin, size})) {
    found.memory = *block;
  } else {
    return std::nullopt;
  }
  if (found.size_behind(address) >= size) return std::nullopt;
  return found;
}

}  // namespace milliamp::detail::coherence
