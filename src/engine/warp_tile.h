/// @file
/// The fast engine (accelerator::direct3d_warp): how the threads of a tile share one worker.
///
/// The threads of a tile run one after another in a plain loop on the worker's own stack. Only
/// when the first of them reaches a barrier does each of the others get a fiber of its own: the
/// loop stops behind the first thread, and from then on thread t runs on fiber t. At a barrier,
/// control goes from thread t to thread t + 1 directly, and from the last to the first; nobody
/// schedules. When control comes back around to a thread, all others have arrived.
///
///       loop, no barrier:   0 1 2 3 4 5 ... n-1          one stack
///       barrier:            0 -> 1 -> 2 -> ... -> n-1     a stack each
///                           ^-----------------------'
///
/// What a barrier costs a thread in plain code: some 25 instructions and no call. See wait_in_ring
/// for how one thread knows the next, and detail/hop.h for why a hop is so short and what memory
/// costs. Elsewhere, and for the first barrier of a tile, it is the call of wait_at_barrier.
#pragma once

#include "diagnose/barrier_divergence.h"
#include "engine/thread_position.h"
#include "engine/thread_terminator.h"
#include "fiber/exception_state.h"
#include "fiber/tile_fibers.h"

#include <exception>
#include <optional>
#include <vector>

namespace milliamp::detail::engine {

/// The tile that a worker of the fast engine runs, with the fibers that the worker keeps.
class warp_tile final : public tile, private fiber::tile_fibers::runner {
 public:
  warp_tile();
  warp_tile(const warp_tile&) = delete;
  warp_tile& operator=(const warp_tile&) = delete;

  /// Runs all threads of the tile at these coordinates.
  /// @throws concurrency::runtime_exception for an exception that left the kernel and for threads
  ///   that did not meet at a barrier; all other threads have been unwound by then
  void run(const tiled_kernel& kernel, const tile_coordinates& coordinates);

  /// The thread of the running tile whose fiber's stack overflowed at this address, if one did.
  std::optional<stack_overflow> find_overflow(const void* address) const;

  /// The thread that runs, or waits, on the worker's own stack.
  thread_position thread_on_own_stack() const;

  /// The thread that runs. Called on its stack.
  thread_position running_thread(const void* stack) const;
  /// Ends it as direct3d_abort() does. Called on its stack.
  [[noreturn]] void abort_running_thread();

 private:
  /// What the threads of the tile are to do until control comes around again. Thread 0 decides:
  /// when it waits, so must all others; when it has returned, so must they.
  enum class round : std::uint8_t {
    returning,
    waiting,
    collecting,  ///< the threads differ: each goes on to where it stops, for the report
    failed,      ///< the tile has failed: the thread on the worker's own stack is to be unwound
    unwinding    ///< that thread is out; it unwinds all others
  };

  static switch_request wait_at_barrier(tile& base, thread_number thread, fence kind);
  static void ignore_fence(tile&, thread_number, fence) {}

  switch_request wait_otherwise(thread_number thread, const void* site);
  switch_request wait_in_round(thread_number thread, const void* site);
  const void* place_of(thread_number thread) const;
  void wait_in_handler(thread_number thread, const void* site);
  switch_request wait_first(thread_number thread, const void* site);
  [[noreturn]] void stop_out_of_turn(thread_number thread, const void* site);
  void begin_round(round r);
  void collect_divergence(thread_number thread);
  void fail(std::exception_ptr failure);
  thread_number after(thread_number thread) const {
    return thread + 1 == threads_ ? 0 : thread + 1;
  }

  void run_on_own_stack();
  void put_on_fibers(thread_number root);
  [[noreturn]] void run_on_fiber(thread_number thread) override;
  void run_thread(thread_number thread);
  void leave_for_next(thread_number thread);
  void unwind_others();
  void replace_aborted_fibers();

  const tiled_kernel* kernel_ = nullptr;
  thread_number threads_ = 0;
  round round_ = round::returning;
  bool on_fibers_ = false;       ///< a thread of this tile has waited
  thread_number root_ = 0;       ///< the thread on the worker's own stack
  thread_number collector_ = 0;  ///< the thread that collects where the others stop
  /// Where the threads of a divergence stopped; otherwise empty.
  std::vector<diagnose::call_site> stops_;
  /// Where each thread has last asked wait(); null while it is not in the kernel.
  std::vector<const void*> barriers_;
  fiber_context fiber_of_root_;         ///< the one that the root has, too, and does not use
  longjmp_terminator terminator_;       ///< of the threads on the worker's own stack
  bool has_aborted_thread_ = false;     ///< others that wait for it are no divergence
  std::vector<thread_number> aborted_;  ///< the threads whose fibers have been left as they were
  thread_span span_{};
  std::exception_ptr failure_;
  fiber::tile_fibers fibers_;
};

}  // namespace milliamp::detail::engine
