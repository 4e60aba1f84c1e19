#include "devices/operation.h"

#include "base/immortal.h"
#include "base/thread_sanitizer.h"

#include <pthread.h>

#include <atomic>
#include <cstdlib>
#include <deque>
#include <new>
#include <thread>
#include <utility>
#include <vector>

namespace milliamp::detail::devices {

namespace {

/// The thread that runs operations, one after another. It starts with the first operation and never
/// ends, because destructors of static objects may still submit operations.
class operation_thread {
 public:
  operation_thread() { pthread_atfork(&before_fork, &after_fork, &begin_child); }

  ticket enqueue(std::shared_ptr<async_operation> operation, std::shared_ptr<const void> held) {
    finish_at_exit();
    const base::scoped_lock lock(mutex_);
    if (!thread_.joinable()) thread_ = std::thread([this] { run(); });
    operation->set_number(++submitted_);
    waiting_.push_back(std::move(operation));
    if (held != nullptr) {
      held_.push_back({submitted_, std::move(held)});
      first_held_ = held_.front().number;
    }
    changed_.notify_all();
    return submitted_;
  }

  void wait_for(ticket last) {
    if (is_running()) return;
    wait_until_complete(last);
    observe(last);
  }

  void complete(ticket last) {
    if (!is_running()) wait_until_complete(last);
  }

  /// The program has waited for an operation.
  void observe(ticket last) {
    if (first_held_ > last) return;
    const base::scoped_lock lock(mutex_);
    // first_held_ changes last: another thread that has waited relies on it.
    while (!held_.empty() && held_.front().number <= last) held_.pop_front();
    first_held_ = held_.empty() ? none_held : held_.front().number;
  }

  static bool is_running() { return is_this_thread; }

  /// Waits for all operations submitted so far.
  void finish() {
    ticket last;
    {
      const base::scoped_lock lock(mutex_);
      last = submitted_;
    }
    wait_for(last);
  }

 private:
  struct held_until_observed {
    ticket number;
    std::shared_ptr<const void> object;
  };
  static constexpr ticket none_held = ~ticket{0};

  static thread_local bool is_this_thread;

  static void finish_at_exit();

  static void before_fork() MILLIAMP_NO_THREAD_SAFETY_ANALYSIS {
    base::only<operation_thread>().mutex_.lock();
  }
  static void after_fork() MILLIAMP_NO_THREAD_SAFETY_ANALYSIS {
    base::only<operation_thread>().mutex_.unlock();
  }
  /// A child of fork() does not have the thread. What the parent has submitted counts as complete.
  static void begin_child() MILLIAMP_NO_THREAD_SAFETY_ANALYSIS {
    operation_thread& one = base::only<operation_thread>();
    ::new (&one.changed_) base::condition_variable;
    ::new (&one.thread_) std::thread;
    one.of_parent_.push_back(std::exchange(one.waiting_, {}));
    one.completed_ = one.submitted_;
    one.mutex_.unlock();
  }

  void wait_until_complete(ticket last) {
    if (completed_.load(std::memory_order_acquire) >= last) return;
    const base::scoped_lock lock(mutex_);
    while (completed_.load(std::memory_order_relaxed) < last) changed_.wait(mutex_);
  }

  [[noreturn]] void run() {
    is_this_thread = true;
    const base::hidden_from_thread_sanitizer hidden;
    for (;;) {
      take_next()->run();
      const base::scoped_lock lock(mutex_);
      completed_.fetch_add(1, std::memory_order_release);
      changed_.notify_all();
    }
  }

  std::shared_ptr<async_operation> take_next() {
    const base::scoped_lock lock(mutex_);
    while (waiting_.empty()) changed_.wait(mutex_);
    std::shared_ptr<async_operation> next = std::move(waiting_.front());
    waiting_.pop_front();
    return next;
  }

  base::mutex mutex_;
  base::condition_variable changed_;
  std::deque<std::shared_ptr<async_operation>> waiting_ MILLIAMP_GUARDED_BY(mutex_);
  /// Operations that a child does not run. Their destructors could wait for the parent's threads.
  std::vector<std::deque<std::shared_ptr<async_operation>>> of_parent_;
  ticket submitted_ MILLIAMP_GUARDED_BY(mutex_) = 0;
  std::atomic<ticket> completed_{0};
  std::deque<held_until_observed> held_ MILLIAMP_GUARDED_BY(mutex_);
  std::atomic<ticket> first_held_{none_held};
  std::thread thread_ MILLIAMP_GUARDED_BY(mutex_);
};

thread_local bool operation_thread::is_this_thread = false;

/// The threads that run continuations, one each.
class continuation_threads {
 public:
  continuation_threads() { pthread_atfork(nullptr, nullptr, &begin_child); }

  void start(std::function<void()> function) {
    // The thread takes the lock only at its end. One that cannot start is not counted.
    const base::scoped_lock lock(mutex_);
    std::thread([this, function = std::move(function)]() mutable noexcept {
      is_continuation = true;
      function();
      function = nullptr;
      const base::scoped_lock lock(mutex_);
      --running_;
      changed_.notify_all();
    }).detach();
    ++running_;
  }

  /// Waits for all continuations started so far.
  void finish() {
    // A continuation that calls exit() cannot wait for itself.
    const int own = is_continuation ? 1 : 0;
    const base::scoped_lock lock(mutex_);
    while (running_ > own) changed_.wait(mutex_);
  }

 private:
  static thread_local bool is_continuation;

  /// See operation_thread::begin_child().
  static void begin_child() MILLIAMP_NO_THREAD_SAFETY_ANALYSIS {
    continuation_threads& one = base::only<continuation_threads>();
    ::new (&one.mutex_) base::mutex;
    ::new (&one.changed_) base::condition_variable;
    one.running_ = is_continuation ? 1 : 0;
  }

  base::mutex mutex_;
  base::condition_variable changed_;
  int running_ MILLIAMP_GUARDED_BY(mutex_) = 0;
};

thread_local bool continuation_threads::is_continuation = false;

/// Makes exit() wait for the operations and their continuations. What these, and the destructors of
/// static objects, submit during exit() registers the wait again.
void operation_thread::finish_at_exit() {
  static std::atomic<bool> is_registered{false};
  if (is_registered.exchange(true)) return;
  std::atexit([] {
    is_registered = false;
    base::only<operation_thread>().finish();
    base::only<continuation_threads>().finish();
  });
}

}  // namespace

concurrency::completion_future async_operation::completed() {
  const auto done = std::make_shared<async_operation>(nullptr);
  done->run();
  return future_of(done);
}

concurrency::completion_future async_operation::future_of(
    const std::shared_ptr<async_operation>& operation) {
  return {operation->future_, operation};
}

void async_operation::complete(const concurrency::completion_future& submitted) {
  devices::complete(submitted.operation_->number_);
}

void async_operation::run() noexcept {
  try {
    if (work_) work_();
    work_ = nullptr;
    promise_.set_value();
  } catch (...) {
    work_ = nullptr;
    promise_.set_exception(std::current_exception());
  }
  std::vector<std::function<void()>> ready;
  {
    const base::scoped_lock lock(mutex_);
    complete_ = true;
    ready.swap(continuations_);
  }
  if (!ready.empty()) observe();
  for (auto& function : ready) base::only<continuation_threads>().start(std::move(function));
}

void async_operation::when_complete(std::function<void()> function) {
  {
    const base::scoped_lock lock(mutex_);
    if (!complete_) {
      continuations_.push_back(std::move(function));
      return;
    }
  }
  observe();
  base::only<continuation_threads>().start(std::move(function));
}

void async_operation::observe() {
  const ticket number = number_;
  if (number != 0) base::only<operation_thread>().observe(number);
}

void observe(const std::shared_ptr<async_operation>& operation) {
  if (operation != nullptr) operation->observe();
}

void when_complete(const std::shared_ptr<async_operation>& operation,
                   std::function<void()> function) {
  operation->when_complete(std::move(function));
}

ticket enqueue(std::shared_ptr<async_operation> operation, std::shared_ptr<const void> held) {
  return base::only<operation_thread>().enqueue(std::move(operation), std::move(held));
}

bool is_running_operation() { return operation_thread::is_running(); }

void complete(ticket last) {
  if (last != 0) base::only<operation_thread>().complete(last);
}

void wait_for(ticket last) {
  if (last != 0) base::only<operation_thread>().wait_for(last);
}

}  // namespace milliamp::detail::devices
