/// @file
/// Rounds of warp_tile in an order that a debugger has changed.
///
/// When a debugger suspends the running thread within its code (engine/debugger.h), the ring is
/// opened until the round ends: the threads that have yet to run do so in the order of order_, and
/// the suspended one comes last. Each barrier then calls wait_interrupted(). When all threads have
/// stopped, they all wait, and the ring is closed again, or all have returned; anything else is
/// barrier divergence.

#include "engine/failure.h"
#include "engine/warp_tile.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace milliamp::detail::engine {

/// Runs the threads that have yet to run in this round before the rest of the running one.
void warp_tile::interrupt_running_thread() {
  const thread_number me = running_number(__builtin_frame_address(0));
  if (round_ == round::returning || round_ == round::waiting) begin_interrupted_round(me);
  if (round_ != round::interrupted || order_.empty()) return;
  const fiber::scoped_exception_state mine(*exceptions);
  order_.push_back(me);
  // If the tile has failed, the thread continues to its next barrier, where it can be unwound.
  fiber::switch_to(fibers_[me], fibers_[next_of_round(me)]);
}

/// The threads before the running one have stopped, and those after it have yet to run.
void warp_tile::begin_interrupted_round(thread_number running) {
  if (running + 1 == threads_) return;  // it is the last one anyway
  if (!on_fibers_) put_on_fibers(running);
  if (barriers_[running] == nullptr) barriers_[running] = kernel_->function;
  begin_round(round::interrupted);
  std::vector<thread_number> order(threads_ - running - 1);
  std::iota(order.begin(), order.end(), running + 1);
  set_order(std::move(order));
}

void warp_tile::set_order(std::vector<thread_number> order) {
  order_ = std::move(order);
  turn_ = order_.data();
  end_ = turn_ + order_.size();
}

/// The thread to run when another one has stopped. If it does not unwind, it may be the same.
thread_number warp_tile::next_of_round(thread_number stopped) {
  if (order_.empty()) return end_interrupted_round(stopped);
  const thread_number next = order_.front();
  set_order({order_.begin() + 1, order_.end()});
  return next;
}

thread_number warp_tile::end_interrupted_round(thread_number stopped) {
  const auto begin = barriers_.begin();
  const auto returned = std::count(begin, begin + threads_, nullptr);
  if (returned == 0) {
    begin_round(round::waiting);
    running_in_ring = ring;
    return 0;
  }
  if (returned == threads_) {
    begin_round(round::returning);
    return root_;
  }
  begin_round(round::failed);
  for (thread_number t = 0; t < threads_; ++t) {
    // The context of the running thread is older than its barrier.
    stops_.push_back({{t == stopped ? barriers_[t] : barrier_of(t)}});
  }
  return root_;
}

switch_request warp_tile::wait_interrupted(thread_number thread, const void* barrier) {
  barriers_[thread] = barrier;
  const thread_number next = next_of_round(thread);
  if (round_ != round::failed) {
    return next == thread ? switch_request{} : switch_request{&fibers_[thread], &fibers_[next]};
  }
  if (thread != root_) fiber::switch_to(fibers_[thread], fibers_[root_], resume_action::unwind);
  throw tile_abandoned{};
}

/// The thread on the worker's own stack has returned. Runs the others to their ends.
void warp_tile::end_interrupted_root() {
  barriers_[root_] = nullptr;
  if (const thread_number next = next_of_round(root_); next != root_) {
    fiber::switch_to(fibers_[root_], fibers_[next]);
  }
  if (round_ == round::returning) fibers_[root_] = fiber_of_root_;
}

}  // namespace milliamp::detail::engine
