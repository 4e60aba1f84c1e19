/// @file
/// Asynchronous operations and their futures.
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
  /// Waits until the operation of a future has completed, as operation_thread::complete() does.
  static void complete(const concurrency::completion_future& submitted);

  void set_number(ticket number) { number_ = number; }
  /// Does the work, completes the future and starts the continuations.
  void run() noexcept;
  /// Calls a function on a thread of its own after the work is done.
  void when_complete(std::function<void()> function);
  /// The program has waited for the operation.
  void observe();
  /// In a child of fork(): completes an operation that the parent has not completed, with an
  /// exception for those who wait for it. Threads of the parent may have held its mutex.
  void fail_in_child() noexcept MILLIAMP_NO_THREAD_SAFETY_ANALYSIS;

 private:
  std::function<void()> work_;
  std::atomic<ticket> number_{0};  ///< 0: not submitted
  std::promise<void> promise_;
  std::shared_future<void> future_ = promise_.get_future().share();
  base::mutex mutex_;
  bool complete_ MILLIAMP_GUARDED_BY(mutex_) = false;
  std::vector<std::function<void()>> continuations_ MILLIAMP_GUARDED_BY(mutex_);
};

}  // namespace milliamp::detail::devices
