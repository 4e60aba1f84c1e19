/// @file
/// The checking engine (accelerator::direct3d_ref): one Boost.Fiber fiber for every thread of a
/// tile, under our own scheduling algorithm.
///
/// A tile runs in rounds. In a round every thread has one turn, in the order that the options
/// choose; a turn ends when the thread waits at a barrier or returns. When all have had theirs,
/// they must all wait at the same barrier, which ends an epoch, or all have returned, which ends
/// the tile; anything else is barrier divergence.
///
/// Threads hand control on to each other; the worker's own fiber gets it back when the tile has
/// ended, and when it has to be found out whether the threads are at the same barrier: that, and a
/// report, take more stack than a thread may have left.
#pragma once

#include "check/access_checker.h"
#include "engine/announced_stack.h"
#include "engine/divergence.h"
#include "engine/exceptions_aside.h"
#include "engine/stack_pool.h"
#include "engine/thread_order.h"
#include "engine/thread_position.h"
#include "engine/tile_algorithm.h"

#include <boost/intrusive_ptr.hpp>

#include <exception>
#include <optional>
#include <span>
#include <vector>

namespace milliamp::detail {

/// The tile that a worker of the checking engine runs.
class ref_tile final : public tile, private fiber_chooser {
 public:
  /// @param checker watches the threads
  explicit ref_tile(access_checker& checker);
  ref_tile(const ref_tile&) = delete;
  ref_tile& operator=(const ref_tile&) = delete;

  /// Fibers for the threads of a kernel's tiles, alive as long as the scope. One scope at a time.
  class fibers_scope;

  /// Runs all threads of the tile at these coordinates, within a fibers_scope for the kernel.
  /// @param tile_number the number of the tile in its launch
  /// @throws concurrency::runtime_exception as warp_tile::run does
  void run(const std::int32_t (&coordinates)[3], std::uint64_t tile_number);

  /// The thread that runs.
  thread_position running_thread() const { return position_of(*kernel_, coordinates, running_); }
  /// Ends it as direct3d_abort() does. Called on its stack.
  [[noreturn]] void abort_running_thread();

  /// The thread of the running tile whose stack overflowed at this address, if one did.
  std::optional<stack_overflow> find_overflow(const void* address) const;

 private:
  /// What a thread did with its turn.
  enum class stop : std::uint8_t { returned, waiting };

  struct thread {
    boost::fibers::context* fiber;
    memory_range stack;
    stop last_stop;
    const void* barrier;  ///< where it waits
    fence barrier_fence;
  };

  static resumption wait_at_barrier(tile& base, thread_number thread, fence kind);
  static void note_fence_between(tile& base, thread_number thread, fence kind);

  void make_fibers(const tiled_kernel& kernel, launch_context& launch);
  void end_fibers();
  void fiber_main(thread_number thread);

  bool adopt(boost::fibers::context* fiber) noexcept override;
  boost::fibers::context* choose() noexcept override;

  void run_threads();
  void arrive();
  void end_turn(thread_number thread);
  bool can_begin_next_round() const;
  void begin_next_round();
  bool have_all_returned() const;
  void decide_divergence();
  void fail(std::exception_ptr failure);

  const tiled_kernel* kernel_ = nullptr;
  launch_context* launch_ = nullptr;
  std::vector<thread> threads_;
  thread_order order_;
  std::span<const thread_number> turns_;  ///< the threads that have yet to run in this round
  thread_number running_ = 0;
  std::vector<thread_number> unwinding_;
  boost::fibers::context* starter_ = nullptr;  ///< the worker's own fiber while a tile runs
  bool is_on_starter_ = false;                 ///< no thread has run yet
  [[no_unique_address]] announced_stack starter_stack_;
  bool making_fibers_ = false;
  bool ending_fibers_ = false;
  bool failed_ = false;
  bool has_aborted_thread_ = false;  ///< others that wait for it are no divergence
  std::exception_ptr failure_;
  stack_pool stacks_;
  boost::intrusive_ptr<tile_algorithm> algorithm_;
  access_checker& checker_;
};

class ref_tile::fibers_scope {
 public:
  fibers_scope(ref_tile& tile, const tiled_kernel& kernel, launch_context& launch) : tile_(tile) {
    tile_.make_fibers(kernel, launch);
  }
  ~fibers_scope() { tile_.end_fibers(); }
  fibers_scope(const fibers_scope&) = delete;
  fibers_scope& operator=(const fibers_scope&) = delete;

 private:
  ref_tile& tile_;
};

}  // namespace milliamp::detail
