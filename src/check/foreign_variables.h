/// @file
/// Detects accesses of a kernel to tile_static variables of another kernel, which only a pointer
/// beyond its own variables leads to.
///
/// The variables of different kernels are in different regions (see engine/tile_arena.h), so the
/// first access to those of another kernel leaves the short path.
#pragma once

#include "check/access_undo.h"
#include "check/checked_thread.h"
#include "check/counted_facts.h"
#include "diagnose/out_of_bounds.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace milliamp::detail::check {

class foreign_variables {
 public:
  foreign_variables(checked_thread& thread, access_undo& undo) : thread_(thread), undo_(undo) {}

  void on_launch_begin();
  /// Moves the accesses to other kernels' variables that this worker has seen into the launch.
  void on_launch_end() { found_.move_to(*thread_.launch); }

  /// An access to tile_static memory. Returns whether the variable is another kernel's, and the
  /// access has been reported.
  bool on_access(std::uintptr_t address, std::size_t size, race::operation op,
                 const void* return_address) {
    return has_foreign_ && check_access(address, size, op, return_address);
  }

 private:
  bool check_access(std::uintptr_t address, std::size_t size, race::operation op,
                    const void* return_address);
  bool is_called(const symbolize::tile_static_location& location, const void* return_address);

  checked_thread& thread_;
  access_undo& undo_;
  std::string kernel_;  ///< the class of the launch's kernel
  bool has_foreign_ = false;
  /// Whether a call site accesses a variable in a kernel that this kernel calls as a function.
  std::map<std::pair<std::uint32_t, const symbolize::tile_variable*>, bool> called_;
  counted_facts<diagnose::foreign_variable_fact> found_;
};

}  // namespace milliamp::detail::check
