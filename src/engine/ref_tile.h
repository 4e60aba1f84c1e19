/// @file
/// The tile of REF, the checking engine (accelerator::direct3d_ref): a fiber for every thread, in
/// ascending or descending order, with an observer of every event.
///
/// A tile runs in rounds. In a round every thread has one turn, in the order that the schedule
/// chooses; a turn ends when the thread waits at a barrier or returns. When all threads have had
/// their turn, they must all wait at the same barrier, which ends an epoch, or all have returned,
/// which ends the tile; anything else is barrier divergence.
///
/// Control switches from thread to thread directly. It returns to the worker's own stack when the
/// tile has ended or when threads have stopped at different barriers, because comparing call stacks
/// and reporting may need more stack than a thread has left.
///
/// Schedules with a policy have another tile, policy_tile, on Boost.Fiber. There a turn
/// takes three times as long as here; a tree reduction has more turns than accesses.
#pragma once

#include "base/memory_range.h"
#include "diagnose/barrier_divergence.h"
#include "engine/crash_handler.h"
#include "engine/debugger.h"
#include "engine/observer.h"
#include "engine/running_part.h"
#include "engine/thread_order.h"
#include "engine/thread_position.h"
#include "engine/thread_terminator.h"
#include "engine/waiting_threads.h"
#include "fiber/exception_state.h"
#include "fiber/tile_fibers.h"

#include <exception>
#include <optional>
#include <span>
#include <vector>

namespace milliamp::detail::engine {

/// The tile that a worker of the checking engine runs.
template <observer Observer>
class ref_tile final : public tile,
                       public running_part,
                       private fiber::tile_fibers::runner,
                       private thread_terminator {
 public:
  using launch_type = typename Observer::launch;

  explicit ref_tile(Observer& observer);
  ref_tile(const ref_tile&) = delete;
  ref_tile& operator=(const ref_tile&) = delete;

  /// Prepares the tile for a launch. Returns the stacks of the threads.
  thread_stacks begin_launch(const tiled_kernel& kernel, launch_type& launch);

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
  void on_crash(const finding& crash) override { observer_.on_crash(crash); }

 private:
  /// The barrier at which a thread ends its turn.
  struct stop {
    const void* barrier;  ///< the return address of its call; null: the thread has returned
    std::uintptr_t call_stack_id;

    bool operator==(const stop&) const = default;
  };
  static constexpr stop returned{nullptr, 0};

  static switch_request wait_at_barrier(tile& base, thread_number thread, fence kind);
  static switch_request wait_at_address(tile& base, thread_number thread, fence kind,
                                        const void* barrier);
  static void on_fence_between(tile& base, thread_number thread, fence kind);

  [[noreturn]] void run_on_fiber(thread_number thread) override;
  void run_thread(thread_number thread);
  void interrupt(std::span<const thread_number> rest);

  void run_threads();
  bool is_usual_stop(stop s) const { return s == usual_stop_ && turn_ != end_; }
  stop stop_at(const void* barrier) const { return {barrier, observer_.current_call_stack_id()}; }
  switch_request end_turn(stop s, fence kind);
  switch_request end_usual_turn();
  switch_request end_unusual_turn(stop s, fence kind);
  switch_request wait_unusually(stop s, fence kind);
  switch_request wait_in_handler(stop s, fence kind);
  fiber_context& choose();
  fiber_context& begin_turn();
  void record_each_stop();
  /// The action for the thread that choose() returns.
  resume_action action_of_next() const {
    return failed_ ? resume_action::unwind : resume_action::resume;
  }
  bool can_begin_next_round() const { return !failed_ && agree_ && stop_ != returned; }
  void begin_round();
  void take_turns(std::span<const thread_number> turns);
  bool have_all_returned() const { return agree_ && stop_ == returned; }
  std::vector<diagnose::barrier_stop> states() const;
  void decide_divergence();
  [[noreturn]] void leave(thread_end end) override;
  void fail_with(std::exception_ptr failure);
  void fail(std::exception_ptr failure);

  const tiled_kernel* kernel_ = nullptr;
  launch_type* launch_ = nullptr;
  thread_number threads_ = 0;
  std::vector<base::memory_range> stacks_;  ///< the stacks of the threads
  thread_order order_;
  const thread_number* turn_ = nullptr;  ///< the threads that have yet to run in this round
  const thread_number* end_ = nullptr;
  thread_number running_ = 0;

  /// The stop of all threads so far in this round: a thread with the same stop changes no state.
  /// Set to an impossible stop until the first thread has stopped, and while each stop is recorded.
  stop usual_stop_ = returned;
  stop stop_ = returned;  ///< the stop of the first thread of the round
  fence barrier_fence_ = fence::all;
  bool agree_ = true;              ///< all threads of the round, so far, have stopped there
  stop previous_stop_ = returned;  ///< the stop of all threads before this round
  std::vector<stop> stops_;        ///< the stop of each thread, while they are recorded
  std::vector<fence> fences_;      ///< fences of barriers, of threads that have had their turn
  bool records_each_stop_ = false;

  bool failed_ = false;
  bool has_spun_ = false;            ///< a thread has been ended because it made no progress
  bool has_aborted_thread_ = false;  ///< threads that wait for it do not diverge
  std::vector<thread_number> unwinding_;
  std::vector<thread_number> terminated_;  ///< not unwound; their fibers are replaced
  fiber_context starter_;                  ///< the worker's own stack while threads run
  std::exception_ptr failure_;
  Observer& observer_;
  fiber::tile_fibers fibers_;
  waiting_threads waiting_;
  const described_tile description_{.part = {described_part::kind::ref_tile},
                                    .kernel = &kernel_,
                                    .threads = &threads_,
                                    .coordinates = &coordinates,
                                    .contexts = &fibers_.contexts(),
                                    .stacks = &fibers_.stacks().blocks(),
                                    .stack_stride = fibers_.stacks().stride(),
                                    .waiting = &waiting_.barriers(),
                                    .turn = &turn_,
                                    .end = &end_,
                                    .running = &running_,
                                    .starter = &starter_,
                                    .observer = &observer_};
};

}  // namespace milliamp::detail::engine

#include "engine/ref_tile_impl.h"
