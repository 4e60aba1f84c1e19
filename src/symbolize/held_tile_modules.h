/// @file
/// The modules with tile_static variables during a launch: the program may call dlclose()
/// meanwhile.
#pragma once

#include "base/modules.h"
#include "symbolize/tile_variables.h"

#include <memory>
#include <vector>

namespace milliamp::detail::symbolize {

/// Keeps the modules loaded during its lifetime.
class held_tile_modules {
 public:
  held_tile_modules();
  ~held_tile_modules() { release(); }
  held_tile_modules(const held_tile_modules&) = delete;
  held_tile_modules& operator=(const held_tile_modules&) = delete;

  const std::vector<std::shared_ptr<const tile_module>>& all() const { return known_.modules; }
  /// The modules are all that the loader had at that time.
  const base::loader_generation& generation() const { return known_.generation; }

 private:
  void hold();
  void release();

  known_tile_modules known_;
  std::vector<void*> handles_;  ///< of dlopen()
};

}  // namespace milliamp::detail::symbolize
