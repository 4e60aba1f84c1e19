/// @file
/// The state of an OS thread that runs kernels: its tile for each engine, and the part of a launch
/// that it is running.
#pragma once

#include "base/memory_range.h"
#include "base/thread_sanitizer.h"
#include "base/thread_state.h"
#include "engine/debugger.h"
#include "engine/kernel_errors.h"
#include "engine/running_part.h"
#include "engine/signal_stack.h"
#include "fiber/exception_state.h"
#include "symbolize/call_chain.h"

#include <milliamp/detail/view_context.h>

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

namespace milliamp::detail::engine {

class warp_tile;

/// The state of REF that a worker keeps between launches; see ref_launch.h.
struct reference_state {
  virtual ~reference_state() = default;
};

class worker {
 public:
  /// The calling thread's worker; constructed when the thread first runs a kernel, destroyed with
  /// the thread.
  static worker& current() {
    worker* const known = base::this_thread.worker;
    return known != nullptr ? *known : construct();
  }
  /// The calling thread's worker, if it runs a kernel; otherwise null.
  static worker* in_kernel() {
    worker* const known = base::this_thread.worker;
    return known != nullptr && known->part() != nullptr ? known : nullptr;
  }

  worker();
  ~worker();
  worker(const worker&) = delete;
  worker& operator=(const worker&) = delete;

  // State that is kept between launches. Requires a hold.
  /// The tile of WARP, constructed on first use.
  warp_tile& warp();
  /// The state of REF, of type State, constructed on first use. Replaces a state of another type,
  /// that of another observer.
  template <class State>
  State& reference() {
    if (auto* const known = dynamic_cast<State*>(reference_.get())) return *known;
    reference_ = nullptr;
    auto made = std::make_unique<State>();
    State& state = *made;
    reference_ = std::move(made);
    return state;
  }

  class hold;

  /// The exception that a kernel has thrown last; see escaped_exception.h.
  struct thrown {
    const void* exception = nullptr;
    symbolize::call_chain calls;
  };
  thrown& last_throw() noexcept { return last_throw_; }
  const thrown& last_throw() const noexcept { return last_throw_; }

  /// Calls f(worker) for all workers of the process.
  static void for_each(const std::function<void(const worker&)>& f);
  /// Frees the kept state of all workers of the process that are not held.
  static void release_all() noexcept;

  /// The thread's own stack.
  const base::memory_range& native_stack() const noexcept { return native_stack_; }

  pthread_t os_thread() const noexcept { return description_.thread; }

  /// The running part of a launch; null on the host.
  running_part* part() const noexcept { return part_.load(std::memory_order_relaxed); }
  /// The errors of the running launch.
  kernel_errors& errors() const { return *errors_; }
  /// The C++ runtime's record of the thread's exceptions in flight.
  exceptions_in_flight& exceptions() const noexcept { return exceptions_; }

  /// Marks the thread as running a kernel during its lifetime.
  class running_scope;

  /// The stack overflow that a fault at the address indicates, if it does.
  std::optional<stack_overflow> find_overflow(const void* address) const;

 private:
  static worker& construct();

  std::atomic<bool> is_held_{false};
  std::atomic<running_part*> part_ = nullptr;  ///< another thread may ask whether there is one
  described_worker description_{nullptr, pthread_self(), nullptr};
  kernel_errors* errors_ = nullptr;
  exceptions_in_flight& exceptions_ = fiber::exceptions_of_this_thread();
  std::unique_ptr<warp_tile> warp_;
  std::unique_ptr<reference_state> reference_;
  thrown last_throw_;
  const base::memory_range native_stack_;
  const signal_stack signal_stack_;
};

/// Prevents release_all() from freeing the state of a worker that runs a part of a launch.
class worker::hold {
 public:
  explicit hold(worker& w) : worker_(w) {
    while (w.is_held_.exchange(true, std::memory_order_acquire)) std::this_thread::yield();
  }
  ~hold() { worker_.is_held_.store(false, std::memory_order_release); }
  hold(const hold&) = delete;
  hold& operator=(const hold&) = delete;

 private:
  worker& worker_;
};

class worker::running_scope {
 public:
  running_scope(worker& w, running_part& part, kernel_errors& errors) : worker_(w) {
    w.part_.store(&part, std::memory_order_relaxed);
    w.description_.part = &part.description();
    w.errors_ = &errors;
  }
  ~running_scope() {
    worker_.part_.store(nullptr, std::memory_order_relaxed);
    worker_.description_.part = nullptr;
  }
  running_scope(const running_scope&) = delete;
  running_scope& operator=(const running_scope&) = delete;

 private:
  worker& worker_;
  view_context_scope views_{view_context::kernel};
  base::hidden_from_thread_sanitizer hidden_;
};

}  // namespace milliamp::detail::engine
