/// @file
/// completion_future: the result of an asynchronous operation (spec 4.6).
///
///     completion_future copied = copy_async(results, host.begin());
///     copied.then([] { std::puts("results are complete"); });
///     copied.wait();
#ifndef MILLIAMP_COMPLETION_FUTURE_H
#define MILLIAMP_COMPLETION_FUTURE_H

#include <milliamp/export.h>

#include <functional>
#include <future>  // includes as much of <chrono>, which is costly in C++20, as it needs
#include <memory>
#include <utility>

namespace milliamp::detail::devices {

/// An operation that may still be running.
class async_operation;

/// Calls function, on its own thread, when the operation has ended, with or without an error.
MILLIAMP_API void when_complete(const std::shared_ptr<async_operation>& operation,
                                std::function<void()> function);
/// Records that the program has waited for the operation: it may now use the operation's memory.
MILLIAMP_API void observe(const std::shared_ptr<async_operation>& operation);

}  // namespace milliamp::detail::devices

namespace milliamp::detail {

/// Makes a concurrency::task<Result> of a completion_future; <ppltasks.h> specializes it.
template <class Result>
struct task_maker {
  template <class Future>
  static void make(const Future&) {
    static_assert(sizeof(Future) == 0,
                  "to_task() needs concurrency::task: include <ppltasks.h>, which the CMake target "
                  "milliamp::compat and milliamp c++ --msvc provide");
  }
};

}  // namespace milliamp::detail

namespace concurrency {

/// A shared future of an asynchronous operation. All members except then() and to_task() are those
/// of std::shared_future<void>.
class completion_future {
 public:
  /// A future without an operation: valid() is false.
  completion_future() = default;
  /// A future of the same operation.
  completion_future(const completion_future& other) = default;
  /// Takes over other's operation: other.valid() becomes false.
  completion_future(completion_future&& other) noexcept = default;
  completion_future& operator=(const completion_future& other) = default;
  completion_future& operator=(completion_future&& other) noexcept = default;

  /// Waits for the operation to end and rethrows its exception.
  void get() const {
    wait();
    future_.get();
  }
  /// Whether the future has an operation.
  bool valid() const { return future_.valid(); }
  /// Waits for the operation to end.
  void wait() const {
    future_.wait();
    milliamp::detail::devices::observe(operation_);
  }

  template <class Rep, class Period>
  std::future_status wait_for(const std::chrono::duration<Rep, Period>& rel_time) const {
    return observed(future_.wait_for(rel_time));
  }
  template <class Clock, class Duration>
  std::future_status wait_until(const std::chrono::time_point<Clock, Duration>& abs_time) const {
    return observed(future_.wait_until(abs_time));
  }

  /// In a checked program, counts as waiting: how the program uses the result is not known.
  operator std::shared_future<void>() const {
    milliamp::detail::devices::observe(operation_);
    return future_;
  }

  /// Calls `func()` when the operation has ended, or at once if it already has. The call runs on
  /// its own thread, so it may wait for other operations. An exception that escapes it terminates
  /// the program.
  /// @throws std::future_error when the future has no operation
  /// @throws runtime_exception when the operation has ended and the system starts no more threads
  template <typename Functor>
  void then(const Functor& func) const {
    if (!valid()) throw std::future_error(std::future_errc::no_state);
    milliamp::detail::devices::when_complete(operation_, func);
  }

  /// A concurrency::task<void> that ends with the operation, and has its exception. A program that
  /// calls it includes Milliamp's <ppltasks.h>. (An extension of Microsoft's, spec 4.6.)
  template <class Result = void>
  auto to_task() const {
    return milliamp::detail::task_maker<Result>::make(*this);
  }

 private:
  friend class milliamp::detail::devices::async_operation;

  completion_future(std::shared_future<void> future,
                    std::shared_ptr<milliamp::detail::devices::async_operation> operation)
      : future_(std::move(future)), operation_(std::move(operation)) {}

  std::future_status observed(std::future_status status) const {
    if (status == std::future_status::ready) milliamp::detail::devices::observe(operation_);
    return status;
  }

  std::shared_future<void> future_;
  std::shared_ptr<milliamp::detail::devices::async_operation> operation_;
};

}  // namespace concurrency

#endif
