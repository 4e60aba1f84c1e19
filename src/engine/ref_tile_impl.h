/// @file
/// The member functions of ref_tile.
#pragma once

#include "base/options.h"
#include "base/scoped_ignore.h"
#include "base/thread_state.h"
#include "engine/announced_wait.h"
#include "engine/crash_handler.h"
#include "engine/failure.h"
#include "engine/idle_tile.h"

#include <algorithm>
#include <utility>

namespace milliamp::detail::engine {

/// Addresses for stops that are not barriers.
inline constexpr char interrupted = 0;
inline constexpr char nowhere = 0;

template <observer Observer>
ref_tile<Observer>::ref_tile(Observer& observer)
    : running_part(description_.part),
      observer_(observer),
      fibers_(*this, base::current_options().stack_size * 1024) {
  exceptions = &fiber::exceptions_of_this_thread();
  wait_at = &wait_at_address;
  make_idle(*this);
}

template <observer Observer>
thread_stacks ref_tile<Observer>::begin_launch(const tiled_kernel& kernel, launch_type& launch) {
  kernel_ = &kernel;
  launch_ = &launch;
  fibers_.grow_to(kernel.threads());
  threads_ = kernel.threads();
  waiting_.reserve(*this, threads_);
  for (auto t = static_cast<thread_number>(stacks_.size()); t < threads_; ++t) {
    stacks_.push_back(fibers_.stack_of(t).memory());
  }
  return {stacks_.data(), &fibers_.stacks()};
}

template <observer Observer>
void ref_tile<Observer>::run(const tile_coordinates& coordinates, std::uint64_t tile_number) {
  const fiber::scoped_exception_state hosts(*exceptions);
  wait = fiber::announces_switches() ? &wait_announced : &wait_at_barrier;
  on_fence = &on_fence_between;
  base::this_thread.tile = this;
  this->coordinates = coordinates;
  failed_ = false;
  has_spun_ = false;
  has_aborted_thread_ = false;
  order_.begin_tile(base::current_options().schedule, threads_);
  observer_.on_tile_begin(tile_number, *this, nullptr);
  stop_ = returned;
  begin_round();
  run_threads();
  while (!failed_ && !have_all_returned()) {
    decide_divergence();
    run_threads();
  }
  observer_.on_tile_end();
  for (const thread_number t : terminated_) fibers_.replace(t);
  terminated_.clear();
  base::this_thread.tile = nullptr;
  make_idle(*this);
  if (failure_ != nullptr) std::rethrow_exception(std::exchange(failure_, nullptr));
}

// --- Turns ---------------------------------------------------------------------------------------

/// Runs threads until no turn is left.
template <observer Observer>
void ref_tile<Observer>::run_threads() {
  if (fiber_context& first = choose(); &first != &starter_)
    fiber::switch_to(starter_, first, action_of_next());
}

/// The context to run next.
template <observer Observer>
fiber_context& ref_tile<Observer>::choose() {
  if (turn_ == end_) {
    if (!can_begin_next_round()) return starter_;
    observer_.on_round_end(barrier_fence_, stop_.barrier);
    begin_round();
  }
  return begin_turn();
}

/// Selects the next thread of the round.
template <observer Observer>
MILLIAMP_ALWAYS_INLINE fiber_context& ref_tile<Observer>::begin_turn() {
  // Local variables, because the observer's stores may alias the members.
  const thread_number* const turn = turn_;
  const thread_number thread = *turn;
  fiber_context* const fibers = fibers_.data();
  turn_ = turn + 1;
  running_ = thread;
  observer_.on_thread_switch(thread);
  prefetch_stack(fibers[turn[prefetch_distance]]);
  return fibers[thread];
}

template <observer Observer>
void ref_tile<Observer>::begin_round() {
  take_turns(order_.next_round());
  previous_stop_ = stop_;
  stop_ = returned;
  agree_ = true;
  records_each_stop_ = false;
  usual_stop_ = {&nowhere, 0};
}

/// @param turns followed by prefetch_distance more thread numbers
template <observer Observer>
void ref_tile<Observer>::take_turns(std::span<const thread_number> turns) {
  turn_ = turns.data();
  end_ = turn_ + turns.size();
}

/// The running thread has arrived at a barrier, or has returned. It may also be the next to run:
/// the only thread of a tile, or, after a debugger has changed the order, the last of a round and
/// the first of the next.
template <observer Observer>
MILLIAMP_ALWAYS_INLINE switch_request ref_tile<Observer>::end_turn(stop s, fence kind) {
  return is_usual_stop(s) ? end_usual_turn() : end_unusual_turn(s, kind);
}

template <observer Observer>
MILLIAMP_ALWAYS_INLINE switch_request ref_tile<Observer>::end_usual_turn() {
  fiber_context& me = fibers_[running_];
  return {&me, &begin_turn()};
}

template <observer Observer>
switch_request ref_tile<Observer>::end_unusual_turn(stop s, fence kind) {
  fiber_context& me = fibers_[running_];
  if (static_cast<thread_number>(end_ - turn_) + 1 == threads_) {
    stop_ = s;
    barrier_fence_ = kind;
    if (!records_each_stop_) usual_stop_ = s;
  } else if (s != stop_) {
    agree_ = false;
    record_each_stop();
  }
  if (records_each_stop_) {
    stops_[running_] = s;
    fences_[running_] = kind;
  }
  fiber_context& next = choose();
  return &next == &me ? switch_request{} : switch_request{&me, &next};
}

/// Records, from now on in this round, where each thread stops. The caller adds the running thread.
template <observer Observer>
void ref_tile<Observer>::record_each_stop() {
  if (records_each_stop_) return;
  const base::scoped_ignore ignore;
  records_each_stop_ = true;
  usual_stop_ = {&nowhere, 0};
  stops_.assign(threads_, stop_);
  fences_.assign(threads_, barrier_fence_);
  std::for_each(turn_, end_, [this](thread_number t) { stops_[t] = previous_stop_; });
}

template <observer Observer>
void ref_tile<Observer>::interrupt_running_thread() {
  if (!failed_ && turn_ != end_) interrupt(order_.postpone({turn_, end_}));
}

/// Suspends the running thread within its code.
/// @param rest the threads that have yet to run in this round, among them the running one
template <observer Observer>
void ref_tile<Observer>::interrupt(std::span<const thread_number> rest) {
  const fiber::scoped_exception_state mine(*exceptions);
  fiber_context& me = fibers_[running_];
  record_each_stop();
  stops_[running_] = {&interrupted, 0};
  take_turns(rest);
  fiber::switch_to(me, choose());
}

template <observer Observer>
void ref_tile<Observer>::run_on_fiber(thread_number t) {
  for (;;) {
    run_thread(t);
    observer_.on_thread_end();
    const switch_request next = end_turn(returned, fence::all);
    if (next.to != nullptr) fiber::switch_to(*next.from, *next.to, action_of_next());
  }
}

/// Runs a thread of the tile from its first to its last statement.
template <observer Observer>
MILLIAMP_ALWAYS_INLINE void ref_tile<Observer>::run_thread(thread_number t) {
  std::exception_ptr failure;
  try {
    observer_.on_thread_begin();
    kernel_->run_one(kernel_->function, *this, coordinates, t);
  } catch (const tile_abandoned&) {
    // The thread that failed has stored its failure.
  } catch (...) {
    failure = kernel_failure(position_of(*kernel_, coordinates, t));
  }
  if (failure != nullptr && !failed_) fail_with(std::move(failure));
}

// --- Barriers ------------------------------------------------------------------------------------

/// The caller is the running thread, whichever thread's copy of the barrier it uses.
template <observer Observer>
switch_request ref_tile<Observer>::wait_at_barrier(tile& base, thread_number, fence kind) {
  auto& self = static_cast<ref_tile&>(base);
  const stop s = self.stop_at(__builtin_return_address(0));
  if (!self.is_usual_stop(s) || self.exceptions->any()) [[unlikely]]
    return self.wait_unusually(s, kind);
  self.observer_.on_arrival(kind, s.barrier);
  return self.end_usual_turn();
}

template <observer Observer>
switch_request ref_tile<Observer>::wait_at_address(tile& base, thread_number, fence kind,
                                                   const void* barrier) {
  auto& self = static_cast<ref_tile&>(base);
  return self.wait_unusually(self.stop_at(barrier), kind);
}

/// Not inlined: the usual wait would need stack for it.
template <observer Observer>
__attribute__((noinline)) switch_request ref_tile<Observer>::wait_unusually(stop s, fence kind) {
  if (failed_) throw tile_abandoned{};
  observer_.on_arrival(kind, s.barrier);
  return exceptions->any() ? wait_in_handler(s, kind) : end_unusual_turn(s, kind);
}

/// The running thread waits while it handles an exception.
template <observer Observer>
switch_request ref_tile<Observer>::wait_in_handler(stop s, fence kind) {
  const fiber::scoped_exception_state mine(*exceptions);
  const switch_request next = end_unusual_turn(s, kind);
  if (next.to != nullptr && fiber::switch_to(*next.from, *next.to) == resume_action::unwind)
    throw tile_abandoned{};
  return {};
}

/// Where each thread has stopped.
template <observer Observer>
std::vector<diagnose::barrier_stop> ref_tile<Observer>::states() const {
  std::vector<diagnose::barrier_stop> states;
  for (thread_number t = 0; t < threads_; ++t) {
    states.push_back({{stops_[t].barrier, observer_.call_stack_of(t)}, fences_[t]});
  }
  return states;
}

/// All threads have stopped, at different return addresses or with different call stacks, or some
/// of them have returned.
template <observer Observer>
void ref_tile<Observer>::decide_divergence() {
  const base::scoped_ignore ignore;
  const std::vector<diagnose::barrier_stop> states = this->states();
  if (diagnose::have_same_stop(states)) {
    observer_.on_round_end(barrier_fence_, stop_.barrier);
    begin_round();
    return;
  }
  if (has_aborted_thread_) return fail(nullptr);
  const finding divergence = diagnose::diagnose(diagnose::barrier_divergence_fact{
      kernel_->type, states, positions_of(*kernel_, coordinates)});
  launch_->take(divergence);
  fail(diagnose::divergence_failure(divergence));
}

template <observer Observer>
void ref_tile<Observer>::on_fence_between(tile& base, thread_number, fence kind) {
  static_cast<ref_tile&>(base).observer_.on_fence(kind, __builtin_return_address(0));
}

// --- Failure -------------------------------------------------------------------------------------

template <observer Observer>
void ref_tile<Observer>::leave(thread_end end) {
  *exceptions = {};
  {
    const base::scoped_ignore ignore;
    terminated_.push_back(running_);
  }
  if (end == thread_end::aborted) {
    has_aborted_thread_ = true;
  } else if (!failed_) {
    has_spun_ = true;
    fail_with(spinning_failure(running_thread(nullptr)));
  }
  observer_.on_thread_end();
  const switch_request next = end_turn(returned, fence::all);
  fiber::switch_to(*next.from, *next.to, action_of_next());
  __builtin_unreachable();  // the fiber is replaced before its next turn
}

/// The running thread has failed and will not be unwound.
template <observer Observer>
void ref_tile<Observer>::fail_with(std::exception_ptr failure) {
  record_each_stop();
  stops_[running_] = returned;
  fail(std::move(failure));
}

/// Ends the tile: threads that wait or are interrupted get one more turn, to unwind.
template <observer Observer>
void ref_tile<Observer>::fail(std::exception_ptr failure) {
  const base::scoped_ignore ignore;
  failed_ = true;
  failure_ = std::move(failure);
  unwinding_.clear();
  for (thread_number t = 0; t < threads_; ++t) {
    if (stops_[t] != returned) unwinding_.push_back(t);
  }
  const std::size_t turns = unwinding_.size();
  unwinding_.resize(turns + prefetch_distance);
  take_turns({unwinding_.data(), turns});
}

template <observer Observer>
std::optional<stack_overflow> ref_tile<Observer>::find_overflow(const void* address) const {
  const std::size_t stack = fibers_.stacks().find_guard(address);
  if (stack == fiber::stack_pool::none || stack >= threads_) return std::nullopt;
  return stack_overflow{position_of(*kernel_, coordinates, static_cast<thread_number>(stack)),
                        fibers_.stacks().stack_size()};
}

}  // namespace milliamp::detail::engine
