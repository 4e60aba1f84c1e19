/// @file
/// What a thread of the process needs to run kernels: its tile of each engine, and the record of
/// what it runs at the moment.
#pragma once

#include "engine/kernel_errors.h"
#include "engine/thread_position.h"
#include "engine/thread_terminator.h"
#include "fiber/exception_state.h"

#include <milliamp/detail/view_context.h>

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <thread>

namespace milliamp::detail::check {
class checker;
}

namespace milliamp::detail::engine {

class ref_tile;
class warp_tile;

/// The part of a launch that is running on a worker; on its way out, nothing is.
class worker {
 public:
  /// The calling thread's worker; made when the thread first runs a kernel, and gone with it.
  static worker& current() { return this_worker_ != nullptr ? *this_worker_ : made_now(); }
  /// The same if there is one, else null; for signal handlers.
  static worker* existing() noexcept { return this_worker_; }
  /// Whether the calling thread is ending, and has no worker any more. Destructors of static and of
  /// thread-local objects may still run.
  static bool is_gone() noexcept;

  worker();
  ~worker();
  worker(const worker&) = delete;
  worker& operator=(const worker&) = delete;

  // What it keeps between launches, for as long as a hold lives; made when first asked for.
  warp_tile& warp();
  ref_tile& ref();
  check::checker& checker();

  class hold;
  /// Gives back what the workers of the process keep, but for those that are held.
  static void release_all() noexcept;

  /// The lowest address of the thread's own stack.
  const std::byte* native_stack_begin() const noexcept { return native_stack_.lowest; }

  /// Whether the thread is within a kernel.
  bool in_kernel() const noexcept { return running_ != kind::nothing; }

  /// The thread of a kernel that runs, within one. @param stack an address on its stack
  thread_position running_thread(const void* stack) const;
  /// Ends it as direct3d_abort() does. Called on its stack.
  [[noreturn]] void abort_running_thread();
  /// The errors of the launch that runs.
  kernel_errors& errors() const { return *errors_; }
  /// The exceptions that the thread has in flight.
  exceptions_in_flight& exceptions() const noexcept { return exceptions_; }

  /// Marks the thread as being within a kernel for as long as it lives.
  class running_scope;

  /// The stack overflow that a fault at the address means, if it means one.
  std::optional<stack_overflow> find_overflow(const void* address) const;

 private:
  enum class kind : unsigned char { nothing, untiled, warp, ref };
  struct native_stack {
    const std::byte* lowest;
    std::size_t size;
  };

  /// The calling thread's; read for each part of a launch, so its address is found without a call.
  static constinit thread_local worker* this_worker_ __attribute__((tls_model("initial-exec")));

  static worker& made_now();
  static native_stack native_stack_of_this_thread();

  void release() noexcept;

  std::atomic<bool> is_held_{false};
  kind running_ = kind::nothing;
  const untiled_kernel* untiled_ = nullptr;
  const point_span* points_ = nullptr;
  longjmp_terminator* terminator_ = nullptr;  ///< of the points
  kernel_errors* errors_ = nullptr;
  exceptions_in_flight& exceptions_ = fiber::exceptions_of_this_thread();
  std::unique_ptr<warp_tile> warp_;
  std::unique_ptr<check::checker> checker_;
  std::unique_ptr<ref_tile> ref_;
  native_stack native_stack_;
  std::unique_ptr<std::byte[]> signal_stack_;
};

/// Keeps what a worker has for the part of a launch that runs on it.
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
  /// A range of an untiled launch.
  running_scope(worker& w, kernel_errors& errors, const untiled_kernel& kernel,
                const point_span& points, longjmp_terminator& thread_terminator)
      : worker_(w) {
    w.running_ = kind::untiled;
    w.untiled_ = &kernel;
    w.points_ = &points;
    w.terminator_ = &thread_terminator;
    w.errors_ = &errors;
  }
  /// Tiles of a tiled launch.
  running_scope(worker& w, kernel_errors& errors, engine_kind e) : worker_(w) {
    w.running_ = e == engine_kind::warp ? kind::warp : kind::ref;
    w.errors_ = &errors;
  }
  ~running_scope() { worker_.running_ = kind::nothing; }
  running_scope(const running_scope&) = delete;
  running_scope& operator=(const running_scope&) = delete;

 private:
  worker& worker_;
  view_context_scope views_{view_context::kernel};
};

}  // namespace milliamp::detail::engine
