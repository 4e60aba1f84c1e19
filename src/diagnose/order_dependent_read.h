/// @file
/// Reads whose value depends on the order of threads.
#pragma once

#include "diagnose/event.h"
#include "diagnose/memory.h"

#include <cstdint>

namespace milliamp::detail::diagnose {

/// A plain read of memory that another thread of the launch changes by an atomic operation, which
/// nothing orders with the read. The accesses are compatible (spec 8.1.2.2), so they do not race.
struct order_dependent_read_fact {
  kernel_function kernel;
  memory_location memory;
  kernel_access change;
  kernel_access read;
  bool is_within_tile;  ///< both threads are of one tile
  std::uint64_t count;  ///< words, tiles and epochs in which it arose
};

finding diagnose(const order_dependent_read_fact& fact);

}  // namespace milliamp::detail::diagnose
