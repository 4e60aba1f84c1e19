/// @file
/// The thread that runs asynchronous operations.
#pragma once

#include "base/mutex.h"
#include "devices/operation.h"

#include <atomic>
#include <deque>
#include <memory>
#include <thread>
#include <vector>

namespace milliamp::detail::devices {

/// Runs operations one after another, in the order of their submission. The thread starts with the
/// first operation and never ends, because destructors of static objects may still submit
/// operations. Use base::only<operation_thread>().
class operation_thread {
 public:
  operation_thread();

  /// Submits an operation. It runs after all operations submitted before.
  /// @param held kept until the program has waited for the operation or for a later one; destroyed
  ///     under a lock, so that its destructor must not use operations
  ticket enqueue(std::shared_ptr<async_operation> operation, std::shared_ptr<const void> held);

  /// Waits until an operation and all operations before it have completed. That is no wait of the
  /// program: what they hold is kept. Returns at once on this thread, which could not complete
  /// operations while it waits.
  void complete(ticket last);
  /// The same for a wait of the program, which ends the use of what the operations hold.
  void wait_for(ticket last);
  /// The program has waited for an operation.
  void observe(ticket last);

  /// Whether the calling thread is this one.
  static bool is_running();

 private:
  struct held_until_observed {
    ticket number;
    std::shared_ptr<const void> object;
  };
  static constexpr ticket none_held = ~ticket{0};

  static constinit thread_local bool is_this_thread;

  static void before_fork();
  static void after_fork();
  static void begin_child();
  static void finish_at_exit();

  void wait_until_complete(ticket last);
  void finish();
  [[noreturn]] void run();
  std::shared_ptr<async_operation> take_next();
  void complete_one();

  base::mutex mutex_;
  base::condition_variable changed_;
  std::deque<std::shared_ptr<async_operation>> waiting_ MILLIAMP_GUARDED_BY(mutex_);
  std::shared_ptr<async_operation> running_ MILLIAMP_GUARDED_BY(mutex_);
  /// Operations that a child does not run. Their destructors could wait for the parent's threads.
  std::vector<std::shared_ptr<async_operation>> of_parent_;
  ticket submitted_ MILLIAMP_GUARDED_BY(mutex_) = 0;
  std::atomic<ticket> completed_{0};
  std::deque<held_until_observed> held_ MILLIAMP_GUARDED_BY(mutex_);
  std::atomic<ticket> first_held_{none_held};
  std::thread thread_ MILLIAMP_GUARDED_BY(mutex_);
};

}  // namespace milliamp::detail::devices
