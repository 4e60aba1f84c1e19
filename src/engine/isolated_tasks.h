/// @file
/// The tasks of a launch, apart from those of the program, which may itself launch from a task.
#pragma once

#include <pthread.h>
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <atomic>

namespace milliamp::detail::engine {

/// Whether launches can use oneTBB. A child of fork() cannot if its parent did: it has none of
/// oneTBB's threads, and one of them may have held a lock.
inline bool can_use_tbb() {
  static std::atomic<bool> can{true};
  static const int error = pthread_atfork(nullptr, nullptr, [] { can = false; });
  static_cast<void>(error);
  return can.load(std::memory_order_relaxed);
}

/// Runs body(part) for parts of a range in parallel, as tbb::parallel_for does. While the calling
/// thread waits for other workers, it takes no task of the program: such a task could need a
/// lock that the caller holds. The launch also runs if it is submitted by a task of a group that
/// has been canceled. Without oneTBB, the calling thread does all.
template <class Range, class Body>
void run_isolated(const Range& range, const Body& body) {
  if (!can_use_tbb()) return body(range);
  tbb::this_task_arena::isolate([&] {
    tbb::task_group_context context(tbb::task_group_context::isolated);
    tbb::parallel_for(range, body, tbb::auto_partitioner(), context);
  });
}

}  // namespace milliamp::detail::engine
