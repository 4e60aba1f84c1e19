/// @file
/// The fibers on which a worker runs the threads of its tiles: fiber t runs thread t of one tile
/// after another, for as long as the worker lives, so a tile makes none.
#pragma once

#include "fiber/context_switch.h"
#include "fiber/stack_pool.h"

#include <milliamp/detail/tile.h>

#include <vector>

namespace milliamp::detail::fiber {

class tile_fibers {
 public:
  /// Runs the threads.
  class runner {
   public:
    /// Called on the thread's fiber: runs the thread of the tile that runs, hops away, and so on
    /// when the fiber is hopped to again, which is for the thread of another tile. A loop here, and
    /// not around a call of this: a return behind a hop is one that the processor predicts wrongly.
    [[noreturn]] virtual void run_on_fiber(thread_number thread) = 0;

   protected:
    ~runner() = default;
  };

  /// @param stack_size bytes that each fiber's stack can grow to
  tile_fibers(runner& runner, std::size_t stack_size) : runner_(runner), stacks_(stack_size) {}
  tile_fibers(const tile_fibers&) = delete;
  tile_fibers& operator=(const tile_fibers&) = delete;

  /// Makes the fibers that there are not yet for tiles of so many threads.
  /// @throws concurrency::out_of_memory when the system gives no more address space
  void grow_to(thread_number threads);

  /// Begins a thread's fiber anew; what is on its stack is left as it is.
  void replace(thread_number thread);

  /// Where a thread goes on. References stay valid.
  fiber_context& operator[](thread_number thread) { return fibers_[thread]; }
  const fiber_context& operator[](thread_number thread) const { return fibers_[thread]; }

  /// Gets the hot end of a thread's stack into the cache. @param thread may be up to
  /// prefetch_distance beyond the last
  void prefetch(thread_number thread) const { prefetch_stack(fibers_[thread]); }

  const stack_pool& stacks() const { return stacks_; }
  /// The bounds of a thread's stack.
  stack_pool::stack stack_of(thread_number thread) { return stacks_.at(thread); }

 private:
  static void begin(fiber_context& self);

  runner& runner_;
  stack_pool stacks_;
  std::vector<fiber_context> fibers_;  ///< with prefetch_distance more than there are
  thread_number made_ = 0;
};

}  // namespace milliamp::detail::fiber
