/// @file
/// Threads that watch something at the ticks of a clock.
#pragma once

#include "base/mutex.h"

#include <chrono>
#include <functional>

namespace milliamp::detail::base {

/// Calls a function at each tick of a clock, in a thread of its own. The thread ends when there has
/// been nothing to watch for a second: one that runs until the process ends would not let it end
/// after pthread_exit() in main().
class clock_thread {
 public:
  /// @param purpose what the thread is for, as of start_thread()
  /// @param on_tick returns whether there is anything to watch
  clock_thread(const char* purpose, std::chrono::milliseconds tick, std::function<bool()> on_tick);

  /// Starts the thread unless it runs. It will run for a second at least. The object must then
  /// exist until the process ends.
  /// @throws concurrency::runtime_exception if the system starts no more threads
  void keep_running();

 private:
  void run();
  bool is_needed(bool has_work);

  const char* const purpose_;
  const std::chrono::milliseconds tick_;
  const std::function<bool()> on_tick_;
  mutex mutex_;
  bool is_running_ MILLIAMP_GUARDED_BY(mutex_) = false;
  std::chrono::milliseconds idle_ MILLIAMP_GUARDED_BY(mutex_){};
};

}  // namespace milliamp::detail::base
