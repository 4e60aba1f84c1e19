/// @file
/// The checking engine (accelerator::direct3d_ref): a fiber for every thread of a tile, in an order
/// that can be chosen and repeated.
///
/// A tile runs in rounds. In a round every thread has one turn, in the order that the options
/// choose; a turn ends when the thread waits at a barrier or returns. In random order, a thread may
/// be interrupted at atomic operations, and takes its turn up again later. When all have had
/// theirs, they must all wait at the same barrier, which ends an epoch, or all have returned, which
/// ends the tile; anything else is barrier divergence.
///
/// Threads hop from one to the next; the worker's own stack gets control back when the tile has
/// ended, and when it has to be found out whether the threads are at the same barrier: that, and a
/// report, take more stack than a thread may have left.
///
/// Boost.Fiber with a scheduling algorithm of our own did the same at 20 ns a turn, three times
/// what it takes here; a tree reduction has more turns than accesses.
#pragma once

#include "check/checker.h"
#include "diagnose/barrier_divergence.h"
#include "engine/thread_order.h"
#include "engine/thread_position.h"
#include "engine/thread_terminator.h"
#include "fiber/exception_state.h"
#include "fiber/tile_fibers.h"

#include <exception>
#include <optional>
#include <span>
#include <vector>

namespace milliamp::detail::engine {

/// The tile that a worker of the checking engine runs.
class ref_tile final : public tile,
                       private fiber::tile_fibers::runner,
                       private thread_terminator,
                       private check::atomics_observer {
 public:
  /// @param checker watches the threads
  explicit ref_tile(check::checker& checker);
  ref_tile(const ref_tile&) = delete;
  ref_tile& operator=(const ref_tile&) = delete;

  /// A launch, of which this worker runs tiles. One scope at a time.
  class launch_scope;

  /// Runs all threads of the tile at these coordinates, within a launch_scope.
  /// @param tile_number the number of the tile in its launch
  /// @throws concurrency::runtime_exception as warp_tile::run does
  void run(const tile_coordinates& coordinates, std::uint64_t tile_number);

  /// The thread that runs.
  thread_position running_thread() const { return position_of(*kernel_, coordinates, running_); }
  /// Ends it as direct3d_abort() does. Called on its stack.
  [[noreturn]] void abort_running_thread() { leave(thread_end::aborted); }

  /// The thread of the running tile whose stack overflowed at this address, if one did.
  std::optional<stack_overflow> find_overflow(const void* address) const;

 private:
  /// So many interruptions a round can have for each of its threads: one that spins must not seem
  /// to get on for ever.
  static constexpr std::size_t most_interruptions = 100;

  /// Where a thread ends its turn.
  struct stop {
    const void* barrier;   ///< the return address of its call; null: the thread has returned
    std::uintptr_t calls;  ///< the number of those that led there

    bool operator==(const stop&) const = default;
  };
  static constexpr stop returned{nullptr, 0};

  static switch_request wait_at_barrier(tile& base, thread_number thread, fence kind);
  static void on_fence_between(tile& base, thread_number thread, fence kind);

  void begin_launch(const tiled_kernel& kernel, check::launch_context& launch);
  [[noreturn]] void run_on_fiber(thread_number thread) override;
  void run_thread(thread_number thread);
  void before_atomic() override;

  void run_threads();
  bool is_usual_stop(stop s) const { return s == usual_stop_ && turn_ != end_; }
  switch_request end_turn(stop s, fence kind);
  switch_request end_unusual_turn(stop s, fence kind);
  void wait_in_handler(stop s, fence kind);
  fiber_context& choose();
  fiber_context& begin_turn();
  void record_each_stop();
  /// What the thread that choose() has chosen is to do.
  resume_action action_of_next() const {
    return failed_ ? resume_action::unwind : resume_action::resume;
  }
  bool can_begin_next_round() const { return !failed_ && agree_ && stop_ != returned; }
  void begin_round();
  void take_turns(std::span<const thread_number> turns);
  bool have_all_returned() const { return agree_ && stop_ == returned; }
  std::vector<diagnose::call_site> states() const;
  void decide_divergence();
  [[noreturn]] void leave(thread_end end) override;
  void fail_with(std::exception_ptr failure);
  void fail(std::exception_ptr failure);

  const tiled_kernel* kernel_ = nullptr;
  check::launch_context* launch_ = nullptr;
  thread_number threads_ = 0;
  std::vector<base::memory_range> stacks_;  ///< of the threads
  thread_order order_;
  const thread_number* turn_ = nullptr;  ///< the threads that have yet to run in this round
  const thread_number* end_ = nullptr;
  thread_number running_ = 0;
  std::size_t interruptions_left_ = 0;  ///< in this round

  /// Where a thread that ends its turn has most likely stopped, and changes nothing: where all that
  /// have had theirs in this round have. Before the first of them, and from when each has to be
  /// told apart, a place where nobody stops.
  stop usual_stop_ = returned;
  stop stop_ = returned;  ///< that of the first thread of the round
  fence barrier_fence_ = fence::all;
  bool agree_ = true;              ///< all threads of the round, so far, have stopped there
  stop previous_stop_ = returned;  ///< that of all threads before this round
  std::vector<stop> stops_;        ///< of each thread, once they have to be told apart in a round
  bool is_each_noted_ = false;

  bool failed_ = false;
  bool has_aborted_thread_ = false;  ///< others that wait for it are no divergence
  std::vector<thread_number> unwinding_;
  std::vector<thread_number> left_;  ///< the threads whose fibers have been left as they were
  fiber_context starter_;            ///< the worker's own stack while threads run
  std::exception_ptr failure_;
  check::checker& checker_;
  fiber::tile_fibers fibers_;
};

class ref_tile::launch_scope {
 public:
  launch_scope(ref_tile& tile, const tiled_kernel& kernel, check::launch_context& launch)
      : tile_(tile) {
    tile_.begin_launch(kernel, launch);
  }
  ~launch_scope() { tile_.checker_.end_launch(); }
  launch_scope(const launch_scope&) = delete;
  launch_scope& operator=(const launch_scope&) = delete;

 private:
  ref_tile& tile_;
};

}  // namespace milliamp::detail::engine
