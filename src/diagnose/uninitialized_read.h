/// @file
/// Reads of memory that no thread has written.
#pragma once

#include "diagnose/event.h"
#include "diagnose/memory.h"

#include <cstdint>

namespace milliamp::detail::diagnose {

/// A read of memory that still has undefined contents.
struct uninitialized_read_fact {
  kernel_function kernel;
  memory_location memory;
  kernel_access read;
  std::uint64_t count;  ///< words, tiles and epochs in which it arose
};

finding diagnose(const uninitialized_read_fact& read);

}  // namespace milliamp::detail::diagnose
