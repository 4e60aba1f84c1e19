#include "check/overrun.h"

#include "report/symbols.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace milliamp::detail {

overrun::overrun(const bad_index& index, const tile_arena& arena) : place_(index.place) {
  for (const tile_arena::region& r : arena.regions()) {
    for (const tile_variable& v : r.module->variables) {
      if (v.short_name() != index.array) continue;
      const type_layout type = thread_local_declaration(r.module->load_address, v.offset).type;
      if (type.size == 0 || index.dimensions == 0 || type.dimensions.size() < index.dimensions) {
        continue;
      }
      const auto length = type.dimensions.end() - static_cast<std::ptrdiff_t>(index.dimensions);
      const std::size_t element =
          std::accumulate(length + 1, type.dimensions.end(), type.size, std::multiplies<>());
      const std::size_t row = element * *length;
      if (row == 0) continue;
      // Arithmetic of addresses, as the program's own, may pass the ends of the variable.
      const auto begin = reinterpret_cast<std::uintptr_t>(r.block + v.offset);
      targets_.push_back({begin + static_cast<std::uintptr_t>(index.value) * element, element, row,
                          type.bytes() / row});
    }
  }
}

bool overrun::is_access(std::uintptr_t address, const void* return_address) const {
  if (std::none_of(targets_.begin(), targets_.end(),
                   [address](const target& t) { return t.contains(address); })) {
    return false;
  }
  const source_frame place = user_frames_of(return_address).front();
  return place.file == place_.file && (place.line == place_.line || place.line == 0);
}

}  // namespace milliamp::detail
