/// @file
/// Barrier divergence: threads of one tile that did not all reach the same barrier (spec 8.1.1).
#pragma once

#include "diagnose/event.h"

#include <milliamp/detail/tile.h>

#include <exception>
#include <typeinfo>
#include <vector>

namespace milliamp::detail::diagnose {

/// The barrier at which a thread waits.
struct barrier_stop {
  call_site call;  ///< a null return address: the thread has returned
  fence kind = fence::all;
};

/// A tile that cannot continue, with the state of each of its threads.
struct barrier_divergence_fact {
  const std::type_info* kernel;
  std::vector<barrier_stop> stops;
  std::vector<thread_position> threads;  ///< the same threads
};

/// Whether all threads wait at one barrier, reached by the same calls, or have all returned. Calls
/// count because their conditions must also be the same for all threads. A compiler may
/// duplicate a barrier, so barriers at one location in the source are one; but not if their fences
/// differ or debug information distinguishes them, as in a macro that expands to two of them.
bool have_same_stop(const std::vector<barrier_stop>& threads);

finding diagnose(const barrier_divergence_fact& divergence);

/// The runtime_exception with which a launch ends after a divergence.
std::exception_ptr divergence_failure(const finding& divergence);

}  // namespace milliamp::detail::diagnose
