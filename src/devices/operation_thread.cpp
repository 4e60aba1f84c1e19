#include "devices/operation_thread.h"

#include "base/immortal.h"
#include "base/start_thread.h"
#include "base/thread_sanitizer.h"
#include "devices/continuation_threads.h"

#include <pthread.h>

#include <cstdlib>
#include <new>
#include <utility>

namespace milliamp::detail::devices {

constinit thread_local bool operation_thread::is_this_thread = false;

operation_thread::operation_thread() { pthread_atfork(&before_fork, &after_fork, &begin_child); }

bool operation_thread::is_running() { return is_this_thread; }

ticket operation_thread::enqueue(std::shared_ptr<async_operation> operation,
                                 std::shared_ptr<const void> held) {
  finish_at_exit();
  const base::scoped_lock lock(mutex_);
  if (!thread_.joinable()) {
    thread_ = base::start_thread("asynchronous operations", [this] { run(); });
  }
  const ticket number = submitted_ + 1;
  operation->set_number(number);
  // First, so that the operation does not run without it if there is no memory for the other.
  if (held != nullptr) held_.push_back({number, std::move(held)});
  waiting_.push_back(std::move(operation));
  submitted_ = number;
  if (!held_.empty()) first_held_ = held_.front().number;
  changed_.notify_all();
  return submitted_;
}

void operation_thread::wait_for(ticket last) {
  if (is_running()) return;
  wait_until_complete(last);
  observe(last);
}

void operation_thread::complete(ticket last) {
  if (!is_running()) wait_until_complete(last);
}

void operation_thread::observe(ticket last) {
  if (first_held_ > last) return;
  const base::scoped_lock lock(mutex_);
  // first_held_ changes last: another thread that has waited relies on it.
  while (!held_.empty() && held_.front().number <= last) held_.pop_front();
  first_held_ = held_.empty() ? none_held : held_.front().number;
}

void operation_thread::wait_until_complete(ticket last) {
  if (completed_.load(std::memory_order_acquire) >= last) return;
  const base::scoped_lock lock(mutex_);
  while (completed_.load(std::memory_order_relaxed) < last) changed_.wait(mutex_);
}

/// Waits for all operations submitted so far.
void operation_thread::finish() {
  ticket last;
  {
    const base::scoped_lock lock(mutex_);
    last = submitted_;
  }
  wait_for(last);
}

/// Makes exit() wait for the operations and their continuations. What these, and the destructors of
/// static objects, submit during exit() registers the wait again.
void operation_thread::finish_at_exit() {
  static std::atomic<bool> is_registered{false};
  if (is_registered.exchange(true)) return;
  std::atexit([] {
    is_registered = false;
    base::only<operation_thread>().finish();
    base::only_of_process<continuation_threads>().finish();
  });
}

void operation_thread::run() {
  is_this_thread = true;
  const base::hidden_from_thread_sanitizer hidden;
  for (;;) {
    take_next()->run();
    complete_one();
  }
}

std::shared_ptr<async_operation> operation_thread::take_next() {
  const base::scoped_lock lock(mutex_);
  while (waiting_.empty()) changed_.wait(mutex_);
  running_ = std::move(waiting_.front());
  waiting_.pop_front();
  return running_;
}

void operation_thread::complete_one() {
  std::shared_ptr<async_operation> completed;  // is destroyed without the lock
  const base::scoped_lock lock(mutex_);
  completed.swap(running_);
  completed_.fetch_add(1, std::memory_order_release);
  changed_.notify_all();
}

void operation_thread::before_fork() MILLIAMP_NO_THREAD_SAFETY_ANALYSIS {
  base::only<operation_thread>().mutex_.lock();
}

void operation_thread::after_fork() MILLIAMP_NO_THREAD_SAFETY_ANALYSIS {
  base::only<operation_thread>().mutex_.unlock();
}

/// A child of fork() does not have the thread. What the parent has submitted fails there if the
/// program waits for it, and counts as complete for what the library waits for by itself.
void operation_thread::begin_child() MILLIAMP_NO_THREAD_SAFETY_ANALYSIS {
  operation_thread& one = base::only<operation_thread>();
  ::new (&one.changed_) base::condition_variable;
  ::new (&one.thread_) std::thread;
  if (one.running_ != nullptr) one.of_parent_.push_back(std::move(one.running_));
  one.of_parent_.insert(one.of_parent_.end(), one.waiting_.begin(), one.waiting_.end());
  one.waiting_.clear();
  for (const auto& operation : one.of_parent_) operation->fail_in_child();
  one.completed_ = one.submitted_;
  one.mutex_.unlock();
}

}  // namespace milliamp::detail::devices
