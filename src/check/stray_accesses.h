/// @file
/// Detects accesses to global memory by pointers that have left their array, view or variable.
///
/// The elements of arrays and views are between red zones (see guarded_memory). Kernels may also
/// use captured pointers to any memory of the host, so only accesses to red zones, and to addresses
/// where no memory is, are known to be stray.
///
/// The short path is chosen per page. In the page of the last element, accesses to the red zone are
/// therefore recorded like accesses to elements, and found when the launch has ended.
#pragma once

#include "base/memory_map.h"
#include "base/memory_range.h"
#include "check/access_undo.h"
#include "check/bounds_detector.h"
#include "check/checked_thread.h"
#include "check/counted_facts.h"
#include "diagnose/out_of_bounds.h"
#include "race/access_log.h"
#include "race/launch_races.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace milliamp::detail::check {

class stray_accesses {
 public:
  stray_accesses(checked_thread& thread, bounds_detector& bounds, access_undo& undo)
      : thread_(thread), bounds_(bounds), undo_(undo) {}

  void on_launch_begin();
  /// Moves the stray accesses that this worker has seen into the launch.
  void on_launch_end() { found_.move_to(*thread_.launch); }

  /// An access to global memory. Returns whether it was stray, and has been reported; does not
  /// return if the memory is unmapped.
  bool on_access(std::uintptr_t address, std::size_t size, race::operation op,
                 const void* return_address) {
    if (address - recorded_.begin < recorded_.size && size <= recorded_.end() - address) [[likely]]
      return false;
    return check_access(address, size, op, return_address);
  }

  /// Whether an address is beside elements, where strays_beside_elements() reports accesses.
  bool is_beside_elements(std::uintptr_t address) const {
    const guarded_range* const range = thread_.launch->guarded().find(address);
    return range != nullptr && range->rest_of_page().contains(address);
  }

 private:
  bool check_access(std::uintptr_t address, std::size_t size, race::operation op,
                    const void* return_address);
  void record(std::uintptr_t address, const base::memory_range& left, race::operation op,
              const void* return_address);

  checked_thread& thread_;
  bounds_detector& bounds_;
  access_undo& undo_;

  base::memory_range
      recorded_;               ///< the last elements that were accessed, with their rest_of_page()
  base::mapped_pages mapped_;  ///< other pages where memory is

  counted_facts<diagnose::stray_access_fact> found_;
};

/// The stray accesses that race detection has recorded beside elements.
/// @param log has the call stacks
std::vector<diagnose::stray_access_fact> strays_beside_elements(
    const guarded_range& range, race::launch_races& races, const race::access_log& log,
    const diagnose::kernel_function& kernel,
    const std::function<thread_position(race::thread_id)>& position_of);

}  // namespace milliamp::detail::check
