/// @file
/// The running kernel thread of a worker, for the detectors.
#pragma once

#include "base/memory_range.h"
#include "check/checked_launch.h"
#include "check/scratch_memory.h"
#include "check/watcher.h"
#include "diagnose/event.h"
#include "diagnose/memory.h"
#include "engine/thread_terminator.h"
#include "fiber/stack_pool.h"
#include "race/race_detector.h"

#include <cstdint>

namespace milliamp::detail::check {

struct checked_thread {
  explicit checked_thread(race::race_detector& detector) : races(detector) {}

  race::race_detector& races;
  checked_launch* launch = nullptr;
  base::memory_range kernel;                   ///< the kernel function object, which is constant
  const base::memory_range* stacks = nullptr;  ///< by thread number
  const fiber::stack_pool* fibers = nullptr;   ///< null: threads run on the worker's own stack
  engine::thread_terminator* terminator = nullptr;
  watcher* watched_by = nullptr;  ///< receives the faults; null: no watcher

  const base::memory_range& stack() const { return stacks[races.thread_in_tile()]; }

  /// Whether no other thread can change the memory.
  bool owns(std::uintptr_t address) const {
    return kernel.contains(address) || stack().contains(address);
  }

  /// Whether the page of an address may also have memory that the thread owns.
  bool may_share_page(std::uintptr_t address) const {
    const base::memory_range page(race::page::begin(race::page::number(address)), race::page::size);
    return page.overlaps(kernel) || page.overlaps(stack());
  }

  /// Whether the memory is exempt from race detection: the stack of any thread of the tile, which
  /// the next tile reuses, and the scratch memory for elements out of bounds.
  bool is_private(std::uintptr_t address) const {
    const bool is_on_fiber =
        fibers != nullptr &&
        fibers->find(reinterpret_cast<const void*>(address)) != fiber::stack_pool::none;
    return is_on_fiber || is_out_of_bounds_scratch(address);
  }

  thread_position position() const { return launch->position_of(races.current_thread()); }

  diagnose::call_site call_site(const void* return_address) const {
    return {return_address, races.calls().frames(races.thread_in_tile())};
  }

  diagnose::memory_location location(std::uintptr_t address) const {
    if (!races.is_tile_static(address)) return {address, false, {}};
    return {address, true, races.arena().find(reinterpret_cast<const void*>(address))};
  }
};

}  // namespace milliamp::detail::check
