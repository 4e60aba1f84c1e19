/// @file
/// The tile_static variables that the tiles of a launch write, in their kernel or in the functions
/// that it calls.
///
/// Before a launch, the variables of its kernel are known but not the functions that it calls.
/// Their total size is therefore checked after the launch.
#pragma once

#include "engine/tile_arena.h"
#include "race/tile_static_shadow.h"

#include <vector>

namespace milliamp::detail::check {

class tile_static_use {
 public:
  /// Adds the variables that a tile has written.
  void record_tile(const engine::tile_arena& arena, const race::tile_static_shadow& shadow);
  /// Moves the variables of another record into this one.
  void take(tile_static_use& other);

  const std::vector<symbolize::tile_static_location>& variables() const { return used_; }

 private:
  bool knows(const symbolize::tile_variable& v) const;

  std::vector<symbolize::tile_static_location> used_;
};

}  // namespace milliamp::detail::check
