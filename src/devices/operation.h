/// @file
/// Asynchronous operations: work that another thread does in the order in which it was submitted.
#pragma once

#include <milliamp/completion_future.h>

#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <vector>

namespace milliamp::detail::devices {

/// The number of an operation; operations are numbered, and done, in the order of their submission.
using ticket = std::uint64_t;

/// Work that will be done, is being done or has been done, and who waits for it.
class async_operation {
 public:
  explicit async_operation(std::function<void()> work) : work_(std::move(work)) {}

  /// An operation that has ended.
  static concurrency::completion_future ended();
  /// A future of an operation.
  static concurrency::completion_future future_of(
      const std::shared_ptr<async_operation>& operation);

  /// Does the work, and starts what waits for its end.
  void run() noexcept;
  /// Has function called once the work is done.
  void when_complete(std::function<void()> function);

 private:
  std::function<void()> work_;
  std::promise<void> promise_;
  std::shared_future<void> future_ = promise_.get_future().share();
  std::mutex mutex_;
  bool complete_ = false;
  std::vector<std::function<void()>> continuations_;
};

/// Has an operation run after all that were submitted before.
ticket enqueue(std::shared_ptr<async_operation> operation);

/// Waits until an operation, and all before it, have ended. It returns at once on the thread that
/// runs operations: what is submitted from there has its turn already.
void wait_for(ticket last);

}  // namespace milliamp::detail::devices
