#include "check/tile_static_use.h"

#include <algorithm>
#include <utility>

namespace milliamp::detail::check {

bool tile_static_use::knows(const symbolize::tile_variable& v) const {
  return std::any_of(used_.begin(), used_.end(), [&](const symbolize::tile_static_location& used) {
    return used.variable == &v;
  });
}

void tile_static_use::record_tile(const engine::tile_arena& arena,
                                  const race::tile_static_shadow& shadow) {
  for (const engine::tile_arena::region& r : arena.regions()) {
    for (const symbolize::tile_variable& v : r.variables) {
      if (!knows(v) && shadow.is_written(r.block + v.offset, v.size)) {
        used_.push_back({r.module, &v, 0});
      }
    }
  }
}

void tile_static_use::take(tile_static_use& other) {
  for (symbolize::tile_static_location& v : std::exchange(other.used_, {})) {
    if (!knows(*v.variable)) used_.push_back(std::move(v));
  }
}

}  // namespace milliamp::detail::check
