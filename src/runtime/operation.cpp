#include "runtime/operation.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <thread>

namespace milliamp::detail {

namespace {

/// The thread that runs operations, one after another. It starts with the first one.
class worker {
 public:
  static worker& instance() {
    static worker only;
    return only;
  }

  ticket enqueue(std::shared_ptr<async_operation> operation) {
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

  /// All operations are done before the program ends.
  ~worker() {
    {
      const std::lock_guard lock(mutex_);
      closing_ = true;
      changed_.notify_all();
    }
    if (thread_.joinable()) thread_.join();
  }

 private:
  void run() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [this] { return closing_ || !waiting_.empty(); });
      if (waiting_.empty()) return;
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
  bool closing_ = false;
  std::thread thread_;
};

/// The threads of continuations. The program does not end before they have.
class continuations {
 public:
  static continuations& instance() {
    static continuations only;
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

  ~continuations() {
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

}  // namespace milliamp::detail
