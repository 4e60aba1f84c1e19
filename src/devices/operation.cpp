#include "devices/operation.h"

#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <thread>

namespace milliamp::detail::devices {

namespace {

/// The thread that runs operations, one after another. It starts with the first one, and never
/// ends: static objects that are destroyed after all others may submit some, too.
class worker {
 public:
  static worker& instance() {
    static worker& only = *new worker;
    return only;
  }

  ticket enqueue(std::shared_ptr<async_operation> operation) {
    finish_at_exit();
    const std::lock_guard lock(mutex_);
    if (!thread_.joinable()) thread_ = std::thread([this] { run(); });
    waiting_.push_back(std::move(operation));
    changed_.notify_all();
    return ++submitted_;
  }

  void wait_for(ticket last) {
    if (ended_.load(std::memory_order_acquire) >= last) return;
    std::unique_lock lock(mutex_);
    if (std::this_thread::get_id() == thread_.get_id()) return;
    changed_.wait(lock, [&] { return ended_.load(std::memory_order_relaxed) >= last; });
  }

  /// Waits for all that have been submitted.
  void finish() {
    ticket last;
    {
      const std::lock_guard lock(mutex_);
      last = submitted_;
    }
    wait_for(last);
  }

 private:
  static void finish_at_exit();

  [[noreturn]] void run() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [this] { return !waiting_.empty(); });
      std::shared_ptr<async_operation> next = std::move(waiting_.front());
      waiting_.pop_front();
      lock.unlock();
      next->run();
      next.reset();
      lock.lock();
      ended_.fetch_add(1, std::memory_order_release);
      changed_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::shared_ptr<async_operation>> waiting_;
  ticket submitted_ = 0;
  std::atomic<ticket> ended_{0};
  std::thread thread_;
};

/// The threads of continuations.
class continuations {
 public:
  static continuations& instance() {
    static continuations& only = *new continuations;
    return only;
  }

  void start(std::function<void()> function) {
    {
      const std::lock_guard lock(mutex_);
      ++running_;
    }
    std::thread([this, function = std::move(function)]() mutable noexcept {
      is_continuation = true;
      function();
      function = nullptr;
      const std::lock_guard lock(mutex_);
      --running_;
      changed_.notify_all();
    }).detach();
  }

  /// Waits for all that have been started.
  void finish() {
    // A continuation that ends the program itself cannot be waited for.
    const int own = is_continuation ? 1 : 0;
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return running_ <= own; });
  }

 private:
  static thread_local bool is_continuation;

  std::mutex mutex_;
  std::condition_variable changed_;
  int running_ = 0;
};

thread_local bool continuations::is_continuation = false;

/// The program does not end before its operations and their continuations have. What these submit,
/// and static objects that are destroyed later, is waited for in the same way.
void worker::finish_at_exit() {
  static std::atomic<bool> is_registered{false};
  if (is_registered.exchange(true)) return;
  std::atexit([] {
    is_registered = false;
    instance().finish();
    continuations::instance().finish();
  });
}

}  // namespace

concurrency::completion_future async_operation::ended() {
  const auto done = std::make_shared<async_operation>(nullptr);
  done->run();
  return future_of(done);
}

concurrency::completion_future async_operation::future_of(
    const std::shared_ptr<async_operation>& operation) {
  return {operation->future_, operation};
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
    const std::lock_guard lock(mutex_);
    complete_ = true;
    ready.swap(continuations_);
  }
  for (auto& function : ready) continuations::instance().start(std::move(function));
}

void async_operation::when_complete(std::function<void()> function) {
  {
    const std::lock_guard lock(mutex_);
    if (!complete_) {
      continuations_.push_back(std::move(function));
      return;
    }
  }
  continuations::instance().start(std::move(function));
}

void when_complete(const std::shared_ptr<async_operation>& operation,
                   std::function<void()> function) {
  operation->when_complete(std::move(function));
}

ticket enqueue(std::shared_ptr<async_operation> operation) {
  return worker::instance().enqueue(std::move(operation));
}

void wait_for(ticket last) {
  if (last != 0) worker::instance().wait_for(last);
}

}  // namespace milliamp::detail::devices
