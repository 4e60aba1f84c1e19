/// @file
/// Storage of tile_static variables on one worker thread.
///
/// tile_static is thread-local storage of the worker thread that runs the tile (see tile_static.h),
/// so the thread-local block of the worker thread is the arena of its tile.
#pragma once

#include "base/memory_range.h"
#include "base/modules.h"
#include "symbolize/held_tile_modules.h"
#include "symbolize/tile_variables.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace milliamp::detail::engine {

/// Arena of the tile that the calling thread runs.
class tile_arena {
 public:
  /// Part of a module's thread-local block that some tile_static variables and their red zones
  /// span; the whole block if the variables are unknown. The variables of different kernels are in
  /// different regions: an access that crosses from one kernel's variables to another's leaves the
  /// short path.
  struct region {
    std::byte* block;  ///< the module's thread-local block
    std::byte* begin;  ///< aligned to 16 bytes
    std::size_t size;
    std::shared_ptr<const symbolize::tile_module> module;
    std::span<const symbolize::tile_variable> variables;
  };

  /// Locates the variables of the calling thread, and marks them as constructed, so that no
  /// constructor runs for them. Called at the beginning of a launch.
  /// @param modules those that stay loaded during the launch
  /// @return whether the regions have changed
  bool refresh(const symbolize::held_tile_modules& modules);

  const std::vector<region>& regions() const { return regions_; }
  /// Sum of the sizes of all variables, in bytes.
  std::size_t size() const;

  /// Overwrites every known variable, so that no tile sees values of an earlier one. All bytes are
  /// set to ones: NaN as a float, -1 as an int.
  void poison();

  /// Variable that contains an address; its pointer is null if no variable does.
  symbolize::tile_static_location find(const void* address) const;

  /// Last variable that begins at or before an address; its pointer is null if no variable does.
  symbolize::tile_static_location find_before(const void* address) const;

  /// The first or last byte of the nearest variable; its pointer is null if there is none.
  /// @param kernel whose variables are meant; null: those of all kernels
  symbolize::tile_static_location find_nearest(const void* address,
                                               const std::string* kernel = nullptr) const;

  /// The memory of the variable at a location.
  base::memory_range memory_of(const symbolize::tile_static_location& location) const;

  /// Whether an address is near the variables, but in none of them.
  bool is_beside_variables(const void* address) const;

 private:
  void add_region(std::byte* block, const std::shared_ptr<const symbolize::tile_module>& module,
                  std::span<const symbolize::tile_variable> variables);

  std::vector<region> regions_;
  base::loader_generation generation_;
};

}  // namespace milliamp::detail::engine
