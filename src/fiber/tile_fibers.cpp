#include "fiber/tile_fibers.h"

namespace milliamp::detail::fiber {

namespace {

constexpr thread_number most_threads = 1024;  // in a tile, see tiled_extent

/// What a new fiber learns from its maker.
struct birth {
  tile_fibers::runner* runner = nullptr;
  thread_number thread = 0;
  fiber_context maker;
};

constinit thread_local birth present_birth;

}  // namespace

void tile_fibers::grow_to(thread_number threads) {
  if (fibers_.empty()) fibers_.resize(most_threads + prefetch_distance);
  for (; made_ < threads; ++made_) replace(made_);
}

void tile_fibers::replace(thread_number thread) {
  const stack_pool::stack stack = stacks_.at(thread);
  fibers_[thread] = make_fiber_context(stack.top, stack.size, &begin);
  present_birth = {&runner_, thread, {}};
  switch_context(present_birth.maker, fibers_[thread]);
}

void tile_fibers::begin(fiber_context& self) {
  arrive_on_stack();
  runner& owner = *present_birth.runner;
  const thread_number thread = present_birth.thread;
  switch_context(self, present_birth.maker);
  owner.run_on_fiber(thread);
}

}  // namespace milliamp::detail::fiber
