/// @file
/// The tile of REF for schedules with a policy: a fiber of Boost.Fiber for every thread, with the
/// policy as the scheduling algorithm and an observer of every event.
///
/// A thread runs until it waits at a barrier or returns, or until the policy interrupts it before a
/// step. When no thread is ready, Boost.Fiber resumes the fiber that runs the tile, on the worker's
/// own stack. By then all threads must wait at the same barrier, which ends an epoch, or have
/// returned; anything else is barrier divergence.
///
/// What was found about Boost.Fiber 1.74: a switch with the choice of a policy takes some 20 ns,
/// three times as long as in ref_tile. It does not keep the exceptions in flight of each fiber
/// apart, so suspend() does. A fiber cannot be ended without unwinding its stack, so a thread that
/// has to end at once leaves by longjmp to the function that its fiber began with. And registers of
/// a suspended fiber are where only Boost.Context knows, so suspend() takes a snapshot for
/// debuggers.
#pragma once

#include "base/memory_range.h"
#include "diagnose/barrier_divergence.h"
#include "engine/crash_handler.h"
#include "engine/debugger.h"
#include "engine/observer.h"
#include "engine/policy_launch.h"
#include "engine/running_part.h"
#include "engine/thread_position.h"
#include "engine/thread_terminator.h"
#include "engine/waiting_threads.h"
#include "fiber/exception_state.h"
#include "fiber/stack_pool.h"

#include <boost/fiber/fiber.hpp>

#include <exception>
#include <optional>
#include <vector>

namespace milliamp::detail::engine {

template <observer Observer>
class policy_tile final : public tile,
                          public running_part,
                          private thread_terminator,
                          private step_callback {
 public:
  using launch_type = typename Observer::launch;

  explicit policy_tile(Observer& observer);
  policy_tile(const policy_tile&) = delete;
  policy_tile& operator=(const policy_tile&) = delete;

  /// Prepares the tile for a launch. Returns the stacks of the threads.
  thread_stacks begin_launch(const tiled_kernel& kernel, launch_type& launch,
                             const policy_of_launch& policy);

  /// Runs all threads of the tile at these coordinates.
  /// @param tile_number the number of the tile in its launch
  /// @throws concurrency::runtime_exception as warp_tile::run does
  void run(const tile_coordinates& coordinates, std::uint64_t tile_number);

  /// Whether a thread of the last tile has been ended because it made no progress.
  bool has_spun() const { return has_spun_; }

  thread_position running_thread(const void*) const override {
    return position_of(*kernel_, coordinates, running_);
  }
  [[noreturn]] void abort_running_thread() override { leave(thread_end::aborted); }
  void interrupt_running_thread() override;
  std::optional<stack_overflow> find_overflow(const void* address) const override;
  void end_reported_thread(int signal) override { end_faulting_thread(observer_, signal); }
  void on_crash() override { observer_.on_crash(); }

 private:
  /// Where a thread has stopped.
  struct stop {
    const void* barrier;  ///< the return address of its call; null: the thread has returned
    std::uintptr_t call_stack_id;
    fence kind;

    bool operator==(const stop&) const = default;
  };
  static constexpr stop returned{nullptr, 0, fence::all};

  static switch_request wait_at_barrier(tile& base, thread_number thread, fence kind);
  static switch_request wait_at_address(tile& base, thread_number thread, fence kind,
                                        const void* barrier);
  static void on_fence_between(tile& base, thread_number thread, fence kind);

  void before_step(step s) override;
  bool counts_accesses() const override { return policy_->get().counts_accesses(); }

  void create_fibers();
  void run_threads();
  void release_fibers();
  void run_on_fiber(thread_number thread);
  void run_thread(thread_number thread);
  void arrive(thread_number thread);
  void forget_unstarted(thread_number thread);
  enum class until { resumed, next_choice };
  void suspend(until when);

  void end_round();
  void resume_all();
  bool have_all_returned() const;
  std::vector<diagnose::barrier_stop> states() const;
  [[noreturn]] void leave(thread_end end) override;
  void fail(std::exception_ptr failure);

  const tiled_kernel* kernel_ = nullptr;
  launch_type* launch_ = nullptr;
  const policy_of_launch* policy_ = nullptr;
  thread_number threads_ = 0;
  std::vector<base::memory_range> ranges_;  ///< the stacks of the threads
  thread_number running_ = 0;
  std::vector<stop> stops_;  ///< of the threads; the last one for those that run
  std::vector<longjmp_terminator*> terminators_;
  bool failed_ = false;
  bool has_spun_ = false;            ///< a thread has been ended because it made no progress
  bool has_aborted_thread_ = false;  ///< threads that wait for it do not diverge
  std::exception_ptr failure_;
  Observer& observer_;
  fiber::stack_pool stacks_;
  std::size_t stacks_in_use_ = 0;
  std::vector<boost::fibers::fiber> fibers_;

  // For debuggers.
  std::vector<fiber_context> contexts_;  ///< of suspended threads; others have that of starter_
  fiber_context starter_;                ///< the worker's own stack
  std::vector<thread_number> unstarted_;
  const thread_number* turn_ = nullptr;  ///< the bounds of unstarted_
  const thread_number* end_ = nullptr;
  waiting_threads waiting_;
  const described_tile description_{.part = {described_part::kind::ref_tile},
                                    .kernel = &kernel_,
                                    .threads = &threads_,
                                    .coordinates = &coordinates,
                                    .contexts = &contexts_,
                                    .stacks = &stacks_.blocks(),
                                    .stack_stride = stacks_.stride(),
                                    .waiting = &waiting_.barriers(),
                                    .turn = &turn_,
                                    .end = &end_,
                                    .running = &running_,
                                    .starter = &starter_,
                                    .observer = &observer_};
};

}  // namespace milliamp::detail::engine

#include "engine/policy_tile_impl.h"
