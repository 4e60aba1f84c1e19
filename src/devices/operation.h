/// @file
/// Asynchronous operations, which a separate thread runs in the order of their submission.
#pragma once

#include "base/mutex.h"

#include <milliamp/completion_future.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <vector>

namespace milliamp::detail::devices {

/// The sequence number of an operation, in the order of submission. The first one is 1.
using ticket = std::uint64_t;

/// A unit of work with its future and its continuations.
class async_operation {
 public:
  explicit async_operation(std::function<void()> work) : work_(std::move(work)) {}

  /// Returns the future of an operation that has completed.
  static concurrency::completion_future completed();
  /// Returns the future of an operation.
  static concurrency::completion_future future_of(
      const std::shared_ptr<async_operation>& operation);
  /// The same as devices::complete().
  static void complete(const concurrency::completion_future& submitted);

  void set_number(ticket number) { number_ = number; }
  /// Does the work, completes the future and starts the continuations.
  void run() noexcept;
  /// Calls a function on a thread of its own after the work is done.
  void when_complete(std::function<void()> function);
  /// The program has waited for the operation.
  void observe();

 private:
  std::function<void()> work_;
  std::atomic<ticket> number_{0};  ///< 0: not submitted
  std::promise<void> promise_;
  std::shared_future<void> future_ = promise_.get_future().share();
  base::mutex mutex_;
  bool complete_ MILLIAMP_GUARDED_BY(mutex_) = false;
  std::vector<std::function<void()>> continuations_ MILLIAMP_GUARDED_BY(mutex_);
};

/// Submits an operation. It runs after all operations submitted before.
/// @param held kept until the program has waited for the operation or for a later one; destroyed
///     under a lock, so that its destructor must not use operations
ticket enqueue(std::shared_ptr<async_operation> operation, std::shared_ptr<const void> held);

/// Waits until an operation and all operations before it have completed. That is no wait of the
/// program: what they hold is kept. Returns at once on the thread that runs operations, which could
/// not complete them while it waits.
void complete(ticket last);
/// The same for a wait of the program, which ends the use of what the operations hold.
void wait_for(ticket last);

/// Whether the calling thread is the one that runs operations.
bool is_running_operation();

}  // namespace milliamp::detail::devices
