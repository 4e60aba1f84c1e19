/// @file
/// task, task_completion_event and create_task().
#ifndef MILLIAMP_COMPAT_PPL_TASK_H
#define MILLIAMP_COMPAT_PPL_TASK_H

#include <milliamp/compat/ppl/cancellation_token.h>
#include <milliamp/compat/ppl/task_state.h>

#include <exception>
#include <memory>
#include <thread>
#include <type_traits>
#include <utility>

namespace concurrency {

template <class T>
class task;

namespace details {

/// The result type of a task whose function returns R: that of the inner task if R is a task.
template <class R>
struct unwrapped {
  using type = R;
};
template <class T>
struct unwrapped<task<T>> {
  using type = T;
};
template <class R>
inline constexpr bool is_task = !std::is_same_v<R, typename unwrapped<R>::type>;

/// Whether a continuation of a task<T> takes its result, and not the task.
template <class Function, class T>
struct takes_value : std::is_invocable<Function, T> {};
template <class Function>
struct takes_value<Function, void> : std::is_invocable<Function> {};

template <class Function, class T>
auto result_of_continuation() {
  if constexpr (!takes_value<Function, T>::value) {
    return static_cast<std::invoke_result_t<Function, task<T>> (*)()>(nullptr);
  } else if constexpr (std::is_void_v<T>) {
    return static_cast<std::invoke_result_t<Function> (*)()>(nullptr);
  } else {
    return static_cast<std::invoke_result_t<Function, T> (*)()>(nullptr);
  }
}
template <class Function, class T>
using continuation_result = std::invoke_result_t<decltype(result_of_continuation<Function, T>())>;

struct task_access;

}  // namespace details

/// A task that others set, and that any number of tasks wait for.
template <class T>
class task_completion_event {
 public:
  /// Ends the tasks of the event.
  /// @return false if it has been set before
  template <class U = T, std::enable_if_t<!std::is_void_v<U>, int> = 0>
  bool set(U result) const {
    return state_->succeed(std::move(result));
  }
  template <class U = T, std::enable_if_t<std::is_void_v<U>, int> = 0>
  bool set() const {
    return state_->succeed({});
  }
  template <class Exception>
  bool set_exception(Exception error) const {
    return set_exception(std::make_exception_ptr(std::move(error)));
  }
  bool set_exception(std::exception_ptr error) const { return state_->fail(std::move(error)); }

 private:
  friend details::task_access;
  std::shared_ptr<details::task_state<T>> state_ = std::make_shared<details::task_state<T>>();
};

/// A computation that ends with a T, or with an exception. Copies are the same task.
template <class T>
class task {
 public:
  using result_type = T;

  /// No task. Its members throw invalid_operation.
  task() = default;
  /// Starts a task that calls a function. When it returns a task, that task's end is the end.
  template <class Function, std::enable_if_t<std::is_invocable_v<Function>, int> = 0>
  explicit task(const Function& func, const cancellation_token& token = cancellation_token::none());
  /// A task that ends when the event is set.
  explicit task(const task_completion_event<T>& event);

  /// Starts a task that calls a function when this one has ended: with its result, or with the task
  /// itself. A function that takes the result is not called when this task fails or is canceled;
  /// its task then fails or is canceled as well.
  template <class Function>
  auto then(const Function& func,
            const cancellation_token& token = cancellation_token::none()) const
      -> task<typename details::unwrapped<details::continuation_result<Function, T>>::type>;

  /// Waits for the task, and returns its result.
  /// @throws task_canceled, or what the task has thrown
  T get() const {
    if constexpr (std::is_void_v<T>) {
      state().get();
    } else {
      return state().get();
    }
  }
  /// Waits for the task.
  /// @return completed or canceled
  /// @throws what the task has thrown
  task_status wait() const {
    try {
      state().get();
      return completed;
    } catch (const task_canceled&) {
      return canceled;
    }
  }
  bool is_done() const { return state().is_done(); }

  bool operator==(const task& other) const { return state_ == other.state_; }
  bool operator!=(const task& other) const { return state_ != other.state_; }

 private:
  friend details::task_access;

  details::task_state<T>& state() const {
    if (state_ == nullptr) throw invalid_operation("a task without a function has no result");
    return *state_;
  }

  std::shared_ptr<details::task_state<T>> state_;
};

namespace details {

/// Makes tasks, and starts them.
struct task_access {
  template <class T>
  static task<T> make(std::shared_ptr<task_state<T>> state) {
    task<T> made;
    made.state_ = std::move(state);
    return made;
  }
  template <class T>
  static const std::shared_ptr<task_state<T>>& state(const task_completion_event<T>& event) {
    return event.state_;
  }
  /// Calls a function with a task when it has ended.
  template <class T, class Function>
  static void when_done(const task<T>& antecedent, const Function& function) {
    antecedent.state().when_done(
        [function](const std::shared_ptr<task_state<T>>& ended) { function(make(ended)); });
  }

  /// Ends a task with what a function returns or throws.
  template <class T, class Function>
  static void fulfil(const std::shared_ptr<task_state<T>>& state, const Function& func,
                     const cancellation_token& token) {
    using result = std::invoke_result_t<Function>;
    if (token.is_canceled()) {
      state->cancel();
      return;
    }
    try {
      if constexpr (is_task<result>) {
        const result inner = func();
        when_done(inner, [state](const result& ended) { fulfil_by(state, ended); });
      } else if constexpr (std::is_void_v<result>) {
        func();
        state->succeed({});
      } else {
        state->succeed(func());
      }
    } catch (...) {
      state->fail(std::current_exception());
    }
  }
  /// Ends a task as another one has.
  template <class T>
  static void fulfil_by(const std::shared_ptr<task_state<T>>& state, const task<T>& ended) {
    fulfil(
        state, [&ended] { return ended.get(); }, cancellation_token::none());
  }

  template <class T, class Function>
  static void start(const std::shared_ptr<task_state<T>>& state, const Function& func,
                    const cancellation_token& token) {
    std::thread([state, func, token] { fulfil(state, func, token); }).detach();
  }
};

}  // namespace details

template <class T>
template <class Function, std::enable_if_t<std::is_invocable_v<Function>, int>>
task<T>::task(const Function& func, const cancellation_token& token)
    : state_(std::make_shared<details::task_state<T>>()) {
  details::task_access::start(state_, func, token);
}

template <class T>
task<T>::task(const task_completion_event<T>& event) : state_(details::task_access::state(event)) {}

template <class T>
template <class Function>
auto task<T>::then(const Function& func, const cancellation_token& token) const
    -> task<typename details::unwrapped<details::continuation_result<Function, T>>::type> {
  using result = typename details::unwrapped<details::continuation_result<Function, T>>::type;
  auto next = std::make_shared<details::task_state<result>>();
  details::task_access::when_done(*this, [next, func, token](const task& ended) {
    const auto call = [ended, func] {
      if constexpr (!details::takes_value<Function, T>::value) {
        return func(ended);
      } else if constexpr (std::is_void_v<T>) {
        ended.get();
        return func();
      } else {
        return func(ended.get());
      }
    };
    details::task_access::start(next, call, token);
  });
  return details::task_access::make(std::move(next));
}

/// Starts a task that calls a function.
template <class Function, std::enable_if_t<std::is_invocable_v<Function>, int> = 0>
auto create_task(const Function& func,
                 const cancellation_token& token = cancellation_token::none()) {
  return task<typename details::unwrapped<std::invoke_result_t<Function>>::type>(func, token);
}
/// A task that ends when the event is set.
template <class T>
task<T> create_task(const task_completion_event<T>& event) {
  return task<T>(event);
}
template <class T>
task<T> create_task(const task<T>& same) {
  return same;
}

/// Tasks that have ended already.
template <class T>
task<T> task_from_result(T result) {
  task_completion_event<T> event;
  event.set(std::move(result));
  return task<T>(event);
}
inline task<void> task_from_result() {
  task_completion_event<void> event;
  event.set();
  return task<void>(event);
}
template <class T, class Exception>
task<T> task_from_exception(Exception error) {
  task_completion_event<T> event;
  event.set_exception(std::move(error));
  return task<T>(event);
}

/// Ends the running task as a canceled one.
[[noreturn]] inline void cancel_current_task() { throw task_canceled(); }

}  // namespace concurrency

#endif
