/// @file
/// The member functions of policy_tile.
#pragma once

#include "base/scoped_ignore.h"
#include "engine/failure.h"
#include "engine/idle_tile.h"

#include <algorithm>
#include <utility>

namespace milliamp::detail::engine {

template <observer Observer>
policy_tile<Observer>::policy_tile(Observer& observer) : threads(description_.part, observer) {
  description_.part = {described_part::kind::ref_tile};
  description_.kernel = &kernel_;
  description_.coordinates = &coordinates;
  description_.waiting = &waiting_.barriers();
  threads::describe(description_);
  exceptions = &fiber::exceptions_of_this_thread();
  wait_at = &wait_at_address;
  make_idle(*this);
}

template <observer Observer>
thread_stacks policy_tile<Observer>::begin_launch(const tiled_kernel& kernel, launch_type& launch,
                                                  const policy_of_launch& policy) {
  kernel_ = &kernel;
  launch_ = &launch;
  waiting_.reserve(*this, kernel.threads());
  return threads::begin_launch(policy, kernel.threads());
}

template <observer Observer>
void policy_tile<Observer>::run(const tile_coordinates& coordinates, std::uint64_t tile_number) {
  const fiber::scoped_exception_state hosts(*exceptions);
  wait = &wait_at_barrier;
  on_fence = &on_fence_between;
  this->coordinates = coordinates;
  stops_.assign(kernel_->threads(), returned);
  this->observer().on_tile_begin(tile_number, *this, this);
  this->begin_part(tile_number, kernel_->threads());
  this->run_threads();
  while (!have_all_returned()) {
    end_round();
    this->run_threads();
  }
  this->observer().on_tile_end();
  this->end_part();
  make_idle(*this);
  if (failure_ != nullptr) std::rethrow_exception(std::exchange(failure_, nullptr));
}

template <observer Observer>
void policy_tile<Observer>::run_kernel(thread_number t) {
  kernel_->run_one(kernel_->function, *this, coordinates, t);
}

/// Ends the tile: threads that wait at barriers are resumed, to unwind.
template <observer Observer>
void policy_tile<Observer>::on_failure(std::exception_ptr failure) {
  const base::scoped_ignore ignore;
  this->abandon();
  failure_ = std::move(failure);
  resume_all();
}

template <observer Observer>
void policy_tile<Observer>::on_fence_between(tile& base, thread_number, fence kind) {
  auto& self = static_cast<policy_tile&>(base);
  self.before_step(step::fence);
  self.observer().on_fence(kind, __builtin_return_address(0));
}

// --- Barriers ------------------------------------------------------------------------------------

/// The caller is the running thread, whichever thread's copy of the barrier it uses.
template <observer Observer>
switch_request policy_tile<Observer>::wait_at_barrier(tile& base, thread_number thread,
                                                      fence kind) {
  return wait_at_address(base, thread, kind, __builtin_return_address(0));
}

template <observer Observer>
switch_request policy_tile<Observer>::wait_at_address(tile& base, thread_number, fence kind,
                                                      const void* barrier) {
  auto& self = static_cast<policy_tile&>(base);
  if (self.is_abandoned()) throw tile_abandoned{};
  const thread_number me = self.running();
  self.stops_[me] = {barrier, self.observer().current_call_stack_id(), kind};
  self.observer().on_arrival(kind, barrier);
  const waiting_scope waiting(self.waiting_.of(me), barrier);
  self.suspend(threads::until::resumed);
  if (self.is_abandoned()) throw tile_abandoned{};
  return {};
}

template <observer Observer>
bool policy_tile<Observer>::have_all_returned() const {
  return std::all_of(stops_.begin(), stops_.end(), [](const stop& s) { return s == returned; });
}

/// Where each thread has stopped.
template <observer Observer>
std::vector<diagnose::barrier_stop> policy_tile<Observer>::states() const {
  std::vector<diagnose::barrier_stop> states;
  for (thread_number t = 0; t < stops_.size(); ++t) {
    states.push_back({{stops_[t].barrier, this->observer().call_stack_of(t)}, stops_[t].kind});
  }
  return states;
}

/// All threads have stopped, and not all of them have returned.
template <observer Observer>
void policy_tile<Observer>::end_round() {
  const base::scoped_ignore ignore;
  const auto is_first = [&](const stop& s) { return s == stops_.front(); };
  if (!std::all_of(stops_.begin(), stops_.end(), is_first)) {
    const std::vector<diagnose::barrier_stop> states = this->states();
    if (!diagnose::have_same_stop(states)) {
      if (this->has_aborted_thread()) return on_failure(nullptr);
      const finding divergence = diagnose::diagnose(diagnose::barrier_divergence_fact{
          kernel_->type, states, positions_of(*kernel_, coordinates)});
      launch_->take(divergence);
      return on_failure(diagnose::divergence_failure(divergence));
    }
  }
  this->observer().on_round_end(stops_.front().kind, stops_.front().barrier);
  resume_all();
}

/// Makes the threads that wait at barriers ready.
template <observer Observer>
void policy_tile<Observer>::resume_all() {
  for (thread_number t = 0; t < stops_.size(); ++t) {
    if (std::exchange(stops_[t], returned) != returned) this->resume(t);
  }
}

}  // namespace milliamp::detail::engine
