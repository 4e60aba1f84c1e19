/// @file
/// The threads that run continuations: the functions that programs give to
/// completion_future::then().
#pragma once

#include "base/mutex.h"

#include <functional>

namespace milliamp::detail::devices {

/// Threads of one continuation each. A child of fork() has only the one that called fork().
class continuation_threads {
 public:
  void start(std::function<void()> function);

  /// Waits for all continuations started so far.
  void finish();

 private:
  static constinit thread_local bool is_continuation;

  base::mutex mutex_;
  base::condition_variable changed_;
  int running_ MILLIAMP_GUARDED_BY(mutex_) = is_continuation ? 1 : 0;
};

}  // namespace milliamp::detail::devices
