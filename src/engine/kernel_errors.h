/// @file
/// Errors that the threads of a launch report with direct3d_errorf() and direct3d_abort(). The host
/// gets an exception for them when the launch has ended (spec 12.3).
#pragma once

#include "base/mutex.h"
#include "engine/thread_position.h"

#include <string>

namespace milliamp::detail::engine {

/// The errors of one launch, shared by its workers.
class kernel_errors {
 public:
  void add(const thread_position& thread, std::string message);

  /// Throws concurrency::runtime_exception with the first message of the lowest thread that
  /// reported an error. Call it when all workers have ended.
  void throw_first() const MILLIAMP_NO_THREAD_SAFETY_ANALYSIS;

 private:
  base::mutex mutex_;
  /// The global coordinates of the lowest thread.
  std::vector<std::int32_t> lowest_ MILLIAMP_GUARDED_BY(mutex_);
  std::string message_ MILLIAMP_GUARDED_BY(mutex_);
};

}  // namespace milliamp::detail::engine
