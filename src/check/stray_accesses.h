/// @file
/// Detects accesses to global memory by pointers that have left their array, view or variable.
///
/// The elements of arrays and views are between red zones (see guarded_memory). Kernels may also
/// use captured pointers to any memory of the host, so only accesses to red zones, and to addresses
/// where no memory is, are known to be stray.
#pragma once

#include "base/memory_range.h"
#include "check/access_undo.h"
#include "check/bounds_detector.h"
#include "check/checked_thread.h"
#include "check/counted_facts.h"
#include "diagnose/out_of_bounds.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace milliamp::detail::check {

class stray_accesses {
 public:
  stray_accesses(checked_thread& thread, bounds_detector& bounds, access_undo& undo)
      : thread_(thread), bounds_(bounds), undo_(undo) {}

  void on_launch_begin();
  /// Moves the stray accesses that this worker has seen into the launch.
  void on_launch_end() { found_.move_to(*thread_.launch); }

  /// An access to global memory. Returns whether it was stray, and has been reported; does not
  /// return if no memory is there.
  bool on_access(std::uintptr_t address, std::size_t size, race::operation op,
                 const void* return_address) {
    if (address - owned_.begin < owned_.size && size <= owned_.end() - address) [[likely]]
      return false;
    return check_access(address, size, op, return_address);
  }

  /// Whether the page of an address, which is not stray, may also have stray addresses.
  bool may_share_page(std::uintptr_t address) const {
    const base::memory_range page(race::page::begin(race::page::number(address)), race::page::size);
    const guarded_range* const range = thread_.launch->guarded().find(address);
    return range != nullptr &&
           (page.begin < range->elements.begin || page.end() > range->elements.end());
  }

 private:
  bool check_access(std::uintptr_t address, std::size_t size, race::operation op,
                    const void* return_address);
  bool is_mapped(const base::memory_range& accessed);
  void record(std::uintptr_t address, const base::memory_range& left, race::operation op,
              const void* return_address);

  checked_thread& thread_;
  bounds_detector& bounds_;
  access_undo& undo_;

  base::memory_range owned_;  ///< where the last access was that is not stray
  /// Other pages where memory is, by their number: a direct-mapped cache.
  std::array<std::uintptr_t, 256> mapped_pages_{};

  counted_facts<diagnose::stray_access_fact> found_;
};

}  // namespace milliamp::detail::check
