/// @file
/// The part of Visual C++'s <ppltasks.h> without Windows: tasks with results and continuations,
/// when_all() and when_any(). With it, completion_future::to_task() exists.
///
///     create_task([] { return 6; }).then([](int six) { return 7 * six; }).get();
///
/// Each task runs on a dedicated thread, so it may wait for others. The exception of a task that
/// nobody asks for is dropped, as that of a std::future, where Visual C++ ends the program.
#ifndef MILLIAMP_COMPAT_PPLTASKS_H
#define MILLIAMP_COMPAT_PPLTASKS_H

#include <milliamp/compat/ppl/cancellation_token.h>
#include <milliamp/compat/ppl/task.h>
#include <milliamp/compat/ppl/task_joins.h>
#include <milliamp/completion_future.h>

/// concurrency::task<void> of a completion_future (spec 4.6).
template <>
struct milliamp::detail::task_maker<void> {
  static concurrency::task<void> make(const concurrency::completion_future& future) {
    return concurrency::create_task([future] { future.get(); });
  }
};

#endif
