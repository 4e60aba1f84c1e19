/// @file
/// Data races (spec 8.1.2).
#pragma once

#include "diagnose/event.h"
#include "diagnose/memory.h"

#include <cstdint>

namespace milliamp::detail::diagnose {

/// Two concurrent, incompatible accesses to the same memory by threads of one launch.
struct race_fact {
  kernel_function kernel;
  memory_location memory;
  kernel_access first;
  kernel_access second;
  bool is_within_tile;       ///< both threads are of one tile
  const void* last_barrier;  ///< the last that the tile passed, as a return address; null: none
  bool barrier_between;      ///< that barrier is between the accesses; its fence omits the memory
  bool after_fences;         ///< one of the threads has passed a memory fence since the barrier
  bool same_value;           ///< each time, both accesses wrote the same value
  std::uint64_t count;       ///< words, tiles and epochs in which the race arose
};

finding diagnose(const race_fact& race);

}  // namespace milliamp::detail::diagnose
