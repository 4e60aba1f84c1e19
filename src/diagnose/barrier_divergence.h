/// @file
/// Barrier divergence: threads of one tile that did not all reach the same barrier (spec 8.1.1).
#pragma once

#include "diagnose/event.h"

#include <exception>
#include <typeinfo>
#include <vector>

namespace milliamp::detail::diagnose {

/// A tile that cannot continue, with the state of each of its threads.
struct barrier_divergence_fact {
  const std::type_info* kernel;
  /// The barrier at which each thread waits; a null return address: the thread has returned.
  std::vector<call_site> stops;
  std::vector<thread_position> threads;  ///< the same threads
};

/// Whether two threads wait at one barrier, reached by the same calls, or have both returned. Calls
/// count because the conditions of those must be the same for all threads, too.
bool is_same_stop(const call_site& a, const call_site& b);

finding diagnose(const barrier_divergence_fact& divergence);

/// The runtime_exception with which a launch ends after a divergence.
std::exception_ptr divergence_failure(const finding& divergence);

}  // namespace milliamp::detail::diagnose
