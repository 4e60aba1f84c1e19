/// @file
/// The fibers on which a worker runs the threads of its tiles. Fiber t runs thread t of one tile
/// after another during the worker's lifetime, so that tiles create none.
#pragma once

#include "fiber/context_switch.h"
#include "fiber/stack_pool.h"

#include <milliamp/detail/tile.h>

#include <vector>

namespace milliamp::detail::fiber {

class tile_fibers {
 public:
  /// The engine's side of a fiber.
  class runner {
   public:
    /// Called on the fiber. In a loop, runs the thread of the current tile and switches away; a
    /// switch back is for the thread of another tile. The loop is in this function because the
    /// processor would mispredict a return after a context switch.
    [[noreturn]] virtual void run_on_fiber(thread_number thread) = 0;

   protected:
    ~runner() = default;
  };

  /// @param stack_size maximal bytes of each fiber's stack
  tile_fibers(runner& runner, std::size_t stack_size) : runner_(runner), stacks_(stack_size) {}
  tile_fibers(const tile_fibers&) = delete;
  tile_fibers& operator=(const tile_fibers&) = delete;

  /// Creates the missing fibers for tiles of a number of threads. Called on the OS thread that is
  /// going to run them.
  /// @throws concurrency::out_of_memory if the system has no more address space
  void grow_to(thread_number threads);

  /// Restarts a thread's fiber. Does not unwind the frames on its stack.
  void replace(thread_number thread);

  /// The context of a thread's fiber. References stay valid.
  /// @param thread may exceed the last one by prefetch_distance, for prefetch_stack()
  fiber_context& operator[](thread_number thread) { return fibers_[thread]; }
  const fiber_context& operator[](thread_number thread) const { return fibers_[thread]; }

  /// The contexts of all threads' fibers, followed by prefetch_distance empty ones.
  fiber_context* data() { return fibers_.data(); }

  /// The contexts of all fibers, for a debugger.
  const std::vector<fiber_context>& contexts() const { return fibers_; }

  const stack_pool& stacks() const { return stacks_; }
  /// The bounds of a thread's stack.
  stack_pool::stack stack_of(thread_number thread) { return stacks_.at(thread); }

 private:
  static void begin(fiber_context& self);

  runner& runner_;
  stack_pool stacks_;
  std::vector<fiber_context> fibers_;  ///< followed by prefetch_distance null contexts
  thread_number made_ = 0;
};

}  // namespace milliamp::detail::fiber
