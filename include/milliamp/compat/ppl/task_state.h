/// @file
/// What all copies of a task share: its result, and who waits for it.
#ifndef MILLIAMP_COMPAT_PPL_TASK_STATE_H
#define MILLIAMP_COMPAT_PPL_TASK_STATE_H

#include <milliamp/compat/ppl/task_status.h>

#include <condition_variable>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace concurrency::details {

/// The result of a task of type T, which is void for some.
template <class T>
using task_value = std::conditional_t<std::is_void_v<T>, std::monostate, T>;

/// It ends once: with a value, or with an exception, which is task_canceled for a canceled task.
template <class T>
class task_state : public std::enable_shared_from_this<task_state<T>> {
 public:
  using value = task_value<T>;
  /// Called with the state that has ended. It must not own that state: one that never ends would
  /// own itself.
  using continuation = std::function<void(const std::shared_ptr<task_state>&)>;

  /// The first call of these two ends the task. Calls what waits for that.
  /// @return whether this call has ended it
  bool succeed(value result) {
    return end([&] { result_.emplace(std::move(result)); });
  }
  bool fail(std::exception_ptr error) {
    return end([&] { error_ = std::move(error); });
  }
  void cancel() { fail(std::make_exception_ptr(task_canceled())); }

  bool is_done() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return is_done_;
  }
  /// Waits for the end.
  /// @throws what the task has thrown
  const value& get() const {
    std::unique_lock<std::mutex> lock(mutex_);
    ended_.wait(lock, [this] { return is_done_; });
    if (error_) std::rethrow_exception(error_);
    return *result_;
  }

  /// Calls the function when the task has ended, or now if it already has.
  void when_done(continuation function) {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (!is_done_) {
        waiting_.push_back(std::move(function));
        return;
      }
    }
    function(this->shared_from_this());
  }

 private:
  template <class Function>
  bool end(const Function& set_result) {
    std::vector<continuation> waiting;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (is_done_) return false;
      set_result();
      is_done_ = true;
      waiting.swap(waiting_);
      ended_.notify_all();
    }
    for (const auto& function : waiting) function(this->shared_from_this());
    return true;
  }

  mutable std::mutex mutex_;
  mutable std::condition_variable ended_;
  bool is_done_ = false;
  std::optional<value> result_;
  std::exception_ptr error_;
  std::vector<continuation> waiting_;
};

}  // namespace concurrency::details

#endif
