/// @file
/// Which tile_static variables the tiles of a launch write to, in their kernel or in a function
/// that it calls.
///
/// Before a launch it is known what variables its kernel has, not what functions it calls. So the
/// sum over all of them is known when the launch has run.
#pragma once

#include "engine/tile_arena.h"
#include "race/tile_shadow.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace milliamp::detail::check {

class tile_static_use {
 public:
  /// Looks at a tile that has run on a worker.
  void record_tile(const engine::tile_arena& arena, const race::tile_shadow& shadow);
  /// Adds what another worker has seen, which forgets it.
  void take(tile_static_use& other);

  const std::vector<symbolize::tile_static_location>& variables() const { return used_; }

 private:
  bool knows(const symbolize::tile_variable& v) const;

  std::vector<symbolize::tile_static_location> used_;
};

}  // namespace milliamp::detail::check
