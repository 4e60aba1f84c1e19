/// @file
/// Kernel threads for schedules with a policy: a fiber of Boost.Fiber for every thread, with the
/// policy as the scheduling algorithm and an observer of every event. policy_tile and policy_points
/// derive from it.
///
/// A thread runs until it waits or returns, or until the policy interrupts it before a step. When
/// no thread is ready, Boost.Fiber resumes the fiber that runs the launch, on the worker's own
/// stack.
///
/// Properties of Boost.Fiber 1.74 that shape this class: a switch with the choice of a policy takes
/// some 20 ns, three times as long as in ref_tile. It does not keep the exceptions in flight of
/// each fiber apart, so suspend() does. A fiber cannot be ended without unwinding its stack, so a
/// thread that has to end at once leaves by longjmp to the function that its fiber began with. And
/// registers of a suspended fiber are where only Boost.Context knows, so suspend() takes a snapshot
/// for debuggers.
#pragma once

#include "base/memory_range.h"
#include "engine/crash_handler.h"
#include "engine/debugger.h"
#include "engine/observer.h"
#include "engine/policy_launch.h"
#include "engine/running_part.h"
#include "engine/thread_position.h"
#include "engine/thread_terminator.h"
#include "fiber/exception_state.h"
#include "fiber/stack_pool.h"

#include <boost/fiber/fiber.hpp>

#include <exception>
#include <optional>
#include <vector>

namespace milliamp::detail::engine {

template <observer Observer>
class policy_threads : public running_part, protected thread_terminator, protected step_callback {
 public:
  policy_threads(const policy_threads&) = delete;
  policy_threads& operator=(const policy_threads&) = delete;

  /// Whether a thread of the last part has been ended because it made no progress.
  bool has_spun() const { return has_spun_; }

  thread_position running_thread(const void*) const final { return position(running_); }
  [[noreturn]] void abort_running_thread() final { leave(thread_end::aborted); }
  void interrupt_running_thread() final;
  std::optional<stack_overflow> find_overflow(const void* address) const final;
  void end_reported_thread(int signal) final { end_faulting_thread(observer_, signal); }
  void on_crash(const finding& crash) final { observer_.on_crash(crash); }

 protected:
  policy_threads(const described_part& description, Observer& observer);
  ~policy_threads() = default;

  /// Runs the kernel of a thread from its first to its last statement.
  virtual void run_kernel(thread_number thread) = 0;
  virtual thread_position position(thread_number thread) const = 0;
  /// The thread runs now.
  virtual void on_switch(thread_number /*thread*/) {}
  /// The running thread has thrown, or has made no progress.
  virtual void on_failure(std::exception_ptr failure) = 0;

  /// Prepares for a launch with so many threads in a part. Returns their stacks.
  thread_stacks begin_launch(const policy_of_launch& policy, thread_number threads);
  /// Makes the threads of a part of the launch.
  void begin_part(std::uint64_t number, thread_number threads);
  /// Runs threads until none is ready. The policy prefers them to the fiber that calls this.
  void run_threads();
  /// All threads have returned.
  void end_part();

  enum class until { resumed, next_choice };
  /// Suspends the running thread until it is resumed, or until the policy chooses it again.
  void suspend(until when);
  /// Makes a suspended thread ready.
  void resume(thread_number thread);
  /// Threads that have not begun do not run, and no thread is interrupted any more.
  void abandon() { is_abandoned_ = true; }

  void before_step(step s) final;
  bool counts_accesses() const final { return policy_->get().counts_accesses(); }

  bool is_abandoned() const { return is_abandoned_; }
  bool has_aborted_thread() const { return has_aborted_thread_; }
  thread_number threads() const { return threads_; }
  thread_number running() const { return running_; }
  Observer& observer() const { return observer_; }

  /// Describes the threads for debuggers.
  void describe(described_tile& description) const;

 private:
  void run_on_fiber(thread_number thread);
  void run_thread(thread_number thread);
  void arrive(thread_number thread);
  void forget_unstarted(thread_number thread);
  [[noreturn]] void leave(thread_end end) final;

  Observer& observer_;
  exceptions_in_flight& exceptions_ = fiber::exceptions_of_this_thread();
  const policy_of_launch* policy_ = nullptr;
  thread_number threads_ = 0;
  thread_number running_ = 0;
  bool is_abandoned_ = false;
  bool has_spun_ = false;            ///< a thread has been ended because it made no progress
  bool has_aborted_thread_ = false;  ///< threads that wait for it do not diverge
  std::vector<longjmp_terminator*> terminators_;
  std::vector<base::memory_range> ranges_;  ///< the stacks of the threads
  fiber::stack_pool stacks_;
  std::size_t stacks_in_use_ = 0;
  std::vector<boost::fibers::fiber> fibers_;

  // For debuggers.
  /// The contexts of suspended threads; others have that of starter_.
  std::vector<fiber_context> contexts_;
  fiber_context starter_;  ///< the worker's own stack
  std::vector<thread_number> unstarted_;
  const thread_number* turn_ = nullptr;  ///< the bounds of unstarted_
  const thread_number* end_ = nullptr;
};

}  // namespace milliamp::detail::engine

#include "engine/policy_threads_impl.h"
