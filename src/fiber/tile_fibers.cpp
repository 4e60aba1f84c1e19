#include "fiber/tile_fibers.h"

#include "base/assert.h"

namespace milliamp::detail::fiber {

namespace {

/// The arguments of a new fiber, and the context of the caller that waits until it has read them.
struct fiber_start {
  tile_fibers::runner* runner = nullptr;
  thread_number thread = 0;
  fiber_context creator;
};

constinit thread_local fiber_start start;

}  // namespace

void tile_fibers::grow_to(thread_number threads) {
  MILLIAMP_ASSERT(threads <= max_threads_in_tile);
  set_stacks_of_thread(stacks_);
  if (fibers_.empty()) fibers_.resize(max_threads_in_tile + prefetch_distance);
  for (; made_ < threads; ++made_) replace(made_);
}

void tile_fibers::replace(thread_number thread) {
  MILLIAMP_ASSERT(thread < max_threads_in_tile);
  const stack_pool::stack stack = stacks_.at(thread);
  fibers_[thread] = make_fiber_context(stack.top, stack.size, &begin);
  start = {&runner_, thread, {}};
  switch_to(start.creator, fibers_[thread]);
}

void tile_fibers::begin(fiber_context& self) {
  arrive_on_stack();
  runner& owner = *start.runner;
  const thread_number thread = start.thread;
  switch_to(self, start.creator);
  owner.run_on_fiber(thread);
}

}  // namespace milliamp::detail::fiber
