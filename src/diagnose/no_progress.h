/// @file
/// Threads that do not leave a loop, for example because they wait for another thread (spec 8.1).
#pragma once

#include "diagnose/event.h"
#include "diagnose/memory.h"

#include <cstdint>

namespace milliamp::detail::diagnose {

/// What a thread accesses in the loop in which it spins.
enum class spin_access : std::uint8_t { shared_read, shared_write, private_memory, none };

/// A thread that was stopped because it spun.
struct no_progress_fact {
  spin_access access;
  kernel_function kernel;
  memory_location memory;  ///< set for shared memory only
  call_site call;
  thread_position thread;
};

finding diagnose(const no_progress_fact& spinning);

}  // namespace milliamp::detail::diagnose
