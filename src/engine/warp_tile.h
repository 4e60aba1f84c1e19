/// @file
/// The tile of WARP, the fast engine (accelerator::direct3d_warp).
///
/// The threads of a tile run one after another in a plain loop on the worker's own stack. When the
/// first thread reaches a barrier, each of the others gets a fiber: the loop stops after the first
/// thread, and from then on thread t runs on fiber t. At a barrier, control switches from thread t
/// directly to thread t + 1, and from the last to the first, without a scheduler. When control
/// returns to a thread, all others have arrived.
///
///       loop, no barrier:   0 1 2 3 4 5 ... n-1          one stack
///       barrier:            0 -> 1 -> 2 -> ... -> n-1     a stack each
///                           ^-----------------------'
///
/// In code that is not instrumented, a barrier costs a thread some 25 instructions and no call: see
/// wait_in_ring for how a thread finds the next, and detail/context_switch.h for the short switch.
/// Instrumented code, and the first barrier of a tile, call wait_at_barrier.
#pragma once

#include "diagnose/barrier_divergence.h"
#include "engine/debugger.h"
#include "engine/running_part.h"
#include "engine/thread_position.h"
#include "engine/thread_terminator.h"
#include "engine/waiting_threads.h"
#include "fiber/exception_state.h"
#include "fiber/tile_fibers.h"

#include <exception>
#include <optional>
#include <vector>

namespace milliamp::detail::engine {

/// The tile that a worker runs, with the fibers that the worker keeps.
class warp_tile final : public tile, public running_part, private fiber::tile_fibers::runner {
 public:
  warp_tile();
  warp_tile(const warp_tile&) = delete;
  warp_tile& operator=(const warp_tile&) = delete;

  /// The next tiles are of a launch of this kernel.
  void begin_launch(const tiled_kernel& kernel);
  /// Runs all threads of the tile at these coordinates.
  /// @throws concurrency::runtime_exception for an exception that left the kernel and for barrier
  ///   divergence, after all threads have been unwound
  void run(const tile_coordinates& coordinates);

  thread_position running_thread(const void* stack) const override;
  [[noreturn]] void abort_running_thread() override;
  std::optional<stack_overflow> find_overflow(const void* address) const override;
  std::optional<thread_position> thread_on_native_stack() const override;
  void interrupt_running_thread() override;

 private:
  /// What the threads do until control returns to the first one. Thread 0 decides: when it waits,
  /// all others must wait; when it has returned, they must return.
  enum class round : std::uint8_t {
    returning,
    waiting,
    collecting,  ///< the threads diverge: each continues to its stop, for the report
    failed,      ///< the thread on the worker's own stack unwinds
    unwinding,   ///< that thread has been unwound, and unwinds all others
    interrupted  ///< a debugger has changed the order of the threads; see warp_interruption.cpp
  };

  static switch_request wait_at_barrier(tile& base, thread_number thread, fence kind);
  static switch_request wait_at_address(tile& base, thread_number thread, fence kind,
                                        const void* barrier);
  static void ignore_fence(tile&, thread_number, fence) {}

  switch_request wait_otherwise(thread_number thread, const void* barrier);
  switch_request wait_in_round(thread_number thread, const void* barrier);
  const void* barrier_of(thread_number thread) const;
  thread_number running_number(const void* stack) const;
  void wait_in_handler(thread_number thread, const void* barrier);
  switch_request wait_first(thread_number thread, const void* barrier);
  switch_request wait_interrupted(thread_number thread, const void* barrier);
  [[noreturn]] void stop_out_of_turn(thread_number thread, const void* barrier);
  void begin_round(round r);
  void collect_divergence(thread_number thread);
  finding divergence() const;
  void report_divergence() const;
  void fail(std::exception_ptr failure);
  thread_number after(thread_number thread) const {
    return thread + 1 == threads_ ? 0 : thread + 1;
  }

  void run_on_own_stack();
  void put_on_fibers(thread_number root);
  [[noreturn]] void run_on_fiber(thread_number thread) override;
  void run_thread(thread_number thread);
  void leave_for_next(thread_number thread);
  void leave_otherwise(thread_number thread);
  void unwind_others();
  void end_interrupted_root();
  void begin_interrupted_round(thread_number running);
  thread_number next_of_round(thread_number stopped);
  thread_number end_interrupted_round(thread_number stopped);
  void set_order(std::vector<thread_number> order);
  /// What the next fiber does when a thread leaves the tile or an interrupted round.
  resume_action action_of_next() const {
    return round_ == round::failed ? resume_action::unwind : resume_action::resume;
  }

  const tiled_kernel* kernel_ = nullptr;
  thread_number threads_ = 0;
  round round_ = round::returning;
  bool on_fibers_ = false;       ///< a thread of this tile has waited
  thread_number root_ = 0;       ///< the thread on the worker's own stack
  thread_number collector_ = 0;  ///< the thread that collects the stops of the others
  /// The stops of the threads at a divergence; otherwise empty.
  std::vector<diagnose::barrier_stop> stops_;
  /// The return address of each thread's last call of wait(); null while it is not in the kernel.
  std::vector<const void*> barriers_;
  fiber_context fiber_of_root_;         ///< the fiber that the root has and does not use
  longjmp_terminator terminator_;       ///< ends threads on the worker's own stack
  bool has_aborted_thread_ = false;     ///< threads that wait for it do not diverge
  std::vector<thread_number> aborted_;  ///< their fibers are replaced when the tile has ended
  thread_span span_{};
  std::exception_ptr failure_;
  std::vector<thread_number> order_;     ///< the threads that have yet to run, if interrupted
  const thread_number* turn_ = nullptr;  ///< the bounds of order_
  const thread_number* end_ = nullptr;
  fiber::tile_fibers fibers_;
  waiting_threads waiting_;
  const described_tile description_{.part = {described_part::kind::warp_tile},
                                    .kernel = &kernel_,
                                    .threads = &threads_,
                                    .coordinates = &coordinates,
                                    .contexts = &fibers_.contexts(),
                                    .stacks = &fibers_.stacks().blocks(),
                                    .stack_stride = fibers_.stacks().stride(),
                                    .waiting = &waiting_.barriers(),
                                    .on_native_stack = &span_.current,
                                    .is_on_fibers = &on_fibers_,
                                    .root = &root_,
                                    .round = reinterpret_cast<const std::uint8_t*>(&round_),
                                    .turn = &turn_,
                                    .end = &end_};
};

}  // namespace milliamp::detail::engine
