/// @file
/// Detects accesses to red zones, the memory between tile_static variables, which only a pointer
/// beyond a variable leads to.
///
/// The compiler plugins make the red zones (see src/instrument/red_zones.h). Shadow memory knows
/// them, and accesses to them leave the short path.
#pragma once

#include "check/access_undo.h"
#include "check/bounds_detector.h"
#include "check/checked_thread.h"
#include "check/counted_facts.h"
#include "diagnose/out_of_bounds.h"

#include <cstddef>
#include <cstdint>

namespace milliamp::detail::check {

class red_zone_accesses {
 public:
  red_zone_accesses(checked_thread& thread, access_undo& undo) : thread_(thread), undo_(undo) {}

  /// The compiler's check has reported an index of the running thread. GCC reads the operand of an
  /// operator such as += before it checks the index: that read is the reported access.
  void on_bad_index(const bounds_detector& bounds) {
    const bool is_same = last_.address != 0 && last_.thread == thread_.races.current_thread() &&
                         bounds.is_overrun(last_.address, last_.return_address);
    if (is_same) found_.take_back_last();
    last_ = {};
  }

  /// Moves the accesses to red zones that this worker has seen into the launch.
  void on_launch_end() {
    found_.move_to(*thread_.launch);
    last_ = {};
  }

  bool contain(std::uintptr_t address) const {
    return thread_.races.tile_memory().size_before_red_zone(address, 1) == 0;
  }

  /// An access to tile_static memory.
  /// @return the size of its first part, which is in no red zone; the rest has been reported
  std::size_t on_access(std::uintptr_t address, std::size_t size, race::operation op,
                        const void* return_address) {
    const std::size_t inside = thread_.races.tile_memory().size_before_red_zone(address, size);
    if (inside < size) report(address + inside, size - inside, op, return_address);
    return inside;
  }

 private:
  void report(std::uintptr_t address, std::size_t size, race::operation op,
              const void* return_address);

  checked_thread& thread_;
  access_undo& undo_;
  counted_facts<diagnose::red_zone_fact> found_;
  struct {
    race::thread_id thread = 0;
    std::uintptr_t address = 0;  ///< 0: none
    const void* return_address = nullptr;
  } last_;
};

}  // namespace milliamp::detail::check
