#include "check/tile_static_use.h"

#include <algorithm>
#include <utility>

namespace milliamp::detail {

bool tile_static_use::knows(const module_variable& v) const {
  return std::find(used_.begin(), used_.end(), v) != used_.end();
}

void tile_static_use::note_tile(const tile_arena& arena, const tile_shadow& shadow) {
  for (const tile_arena::region& r : arena.regions()) {
    for (const tile_variable& v : r.module->variables) {
      const module_variable candidate{r.module, &v};
      if (!knows(candidate) && shadow.is_written(r.block + v.offset, v.size)) {
        used_.push_back(candidate);
      }
    }
  }
}

void tile_static_use::take(tile_static_use& other) {
  for (const module_variable& v : std::exchange(other.used_, {})) {
    if (!knows(v)) used_.push_back(v);
  }
}

}  // namespace milliamp::detail
