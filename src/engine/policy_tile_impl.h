/// @file
/// The member functions of policy_tile.
#pragma once

#include "base/options.h"
#include "base/scoped_ignore.h"
#include "engine/failure.h"
#include "engine/idle_tile.h"
#include "engine/policy_tile.h"
#include "fiber/pooled_stacks.h"
#include "fiber/snapshot.h"

#include <boost/fiber/operations.hpp>

#include <algorithm>
#include <numeric>
#include <utility>

namespace milliamp::detail::engine {

template <observer Observer>
policy_tile<Observer>::policy_tile(Observer& observer)
    : running_part(description_.part),
      observer_(observer),
      stacks_(base::current_options().stack_size * 1024) {
  exceptions = &fiber::exceptions_of_this_thread();
  wait_at = &wait_at_address;
  make_idle(*this);
}

template <observer Observer>
thread_stacks policy_tile<Observer>::begin_launch(const tiled_kernel& kernel, launch_type& launch,
                                                  const policy_of_launch& policy) {
  kernel_ = &kernel;
  launch_ = &launch;
  policy_ = &policy;
  threads_ = kernel.threads();
  waiting_.reserve(*this, threads_);
  for (auto t = static_cast<thread_number>(ranges_.size()); t < threads_; ++t) {
    const fiber::stack_pool::stack stack = stacks_.at(t);
    ranges_.push_back({reinterpret_cast<std::uintptr_t>(stack.top) - stack.size, stack.size});
  }
  return {ranges_.data(), &stacks_};
}

template <observer Observer>
void policy_tile<Observer>::run(const tile_coordinates& coordinates, std::uint64_t tile_number) {
  const fiber::scoped_exception_state hosts(*exceptions);
  wait = &wait_at_barrier;
  on_fence = &on_fence_between;
  this->coordinates = coordinates;
  failed_ = false;
  has_spun_ = false;
  has_aborted_thread_ = false;
  stops_.assign(threads_, returned);
  terminators_.resize(threads_);
  policy_->get().begin_tile(policy_->part(tile_number), threads_, stacks_);
  observer_.on_tile_begin(tile_number, *this, this);
  create_fibers();
  run_threads();
  while (!have_all_returned()) {
    end_round();
    run_threads();
  }
  observer_.on_tile_end();
  release_fibers();
  make_idle(*this);
  if (failure_ != nullptr) std::rethrow_exception(std::exchange(failure_, nullptr));
}

// --- Fibers --------------------------------------------------------------------------------------

template <observer Observer>
void policy_tile<Observer>::create_fibers() {
  const base::scoped_ignore ignore;
  fiber::take_snapshot(starter_);
  contexts_.assign(threads_, starter_);
  unstarted_.resize(threads_);
  std::iota(unstarted_.begin(), unstarted_.end(), thread_number{0});
  turn_ = unstarted_.data();
  end_ = turn_ + threads_;
  for (thread_number t = 0; t < threads_; ++t) {
    fibers_.emplace_back(boost::fibers::launch::post, std::allocator_arg,
                         fiber::pooled_stack(stacks_, t, stacks_in_use_),
                         [this, t] { run_on_fiber(t); });
  }
}

/// Runs threads until none is ready. The policy prefers them to this fiber.
template <observer Observer>
void policy_tile<Observer>::run_threads() {
  fiber::take_snapshot(starter_);
  while (policy_->get().has_ready_thread()) boost::this_fiber::yield();
}

template <observer Observer>
void policy_tile<Observer>::release_fibers() {
  const base::scoped_ignore ignore;
  for (boost::fibers::fiber& f : fibers_) f.join();
  fibers_.clear();
  // Boost.Fiber's dispatcher releases them.
  while (stacks_in_use_ != 0) boost::this_fiber::yield();
}

template <observer Observer>
void policy_tile<Observer>::run_on_fiber(thread_number t) {
  forget_unstarted(t);
  if (!failed_) {
    arrive(t);
    observer_.on_thread_begin();
    longjmp_terminator terminator;
    terminators_[t] = &terminator;
    terminator.run([&] { run_thread(t); });
    observer_.on_thread_end();
    stops_[t] = returned;
  }
  contexts_[t] = starter_;
}

/// Runs a thread of the tile from its first to its last statement.
template <observer Observer>
void policy_tile<Observer>::run_thread(thread_number t) {
  std::exception_ptr failure;
  try {
    kernel_->run_one(kernel_->function, *this, coordinates, t);
  } catch (const tile_abandoned&) {
    // The thread that failed has stored its failure.
  } catch (...) {
    failure = kernel_failure(position_of(*kernel_, coordinates, t));
  }
  if (failure != nullptr && !failed_) fail(std::move(failure));
}

/// The thread runs now.
template <observer Observer>
void policy_tile<Observer>::arrive(thread_number t) {
  running_ = t;
  observer_.on_thread_switch(t);
}

template <observer Observer>
void policy_tile<Observer>::forget_unstarted(thread_number t) {
  const base::scoped_ignore ignore;
  unstarted_.erase(std::lower_bound(unstarted_.begin(), unstarted_.end(), t));
  end_ = turn_ + unstarted_.size();
}

/// Suspends the running thread until it is resumed, or until the policy chooses it again.
template <observer Observer>
void policy_tile<Observer>::suspend(until when) {
  const thread_number me = running_;
  const fiber::scoped_exception_state mine(*exceptions);
  fiber::take_snapshot(contexts_[me]);
  if (when == until::next_choice) {
    boost::this_fiber::yield();
  } else {
    boost::fibers::context::active()->suspend();
  }
  arrive(me);
}

// --- Steps ---------------------------------------------------------------------------------------

/// Runs other threads before a step of the running thread. When one of them fails, this thread
/// continues to its next barrier: the callback of an access cannot throw.
template <observer Observer>
void policy_tile<Observer>::before_step(step s) {
  if (!failed_ && policy_->get().interrupts(s)) suspend(until::next_choice);
}

template <observer Observer>
void policy_tile<Observer>::interrupt_running_thread() {
  if (failed_) return;
  policy_->get().postpone_running();
  suspend(until::next_choice);
}

template <observer Observer>
void policy_tile<Observer>::on_fence_between(tile& base, thread_number, fence kind) {
  auto& self = static_cast<policy_tile&>(base);
  self.before_step(step::fence);
  self.observer_.on_fence(kind, __builtin_return_address(0));
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
  if (self.failed_) throw tile_abandoned{};
  self.stops_[self.running_] = {barrier, self.observer_.current_call_stack_id(), kind};
  self.observer_.on_arrival(kind, barrier);
  const waiting_scope waiting(self.waiting_.of(self.running_), barrier);
  self.suspend(until::resumed);
  if (self.failed_) throw tile_abandoned{};
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
  for (thread_number t = 0; t < threads_; ++t) {
    states.push_back({{stops_[t].barrier, observer_.call_stack_of(t)}, stops_[t].kind});
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
    const auto is_same = [&](const diagnose::barrier_stop& s) {
      return is_same_stop(s, states.front());
    };
    if (!std::all_of(states.begin(), states.end(), is_same)) {
      if (has_aborted_thread_) return fail(nullptr);
      const finding divergence = diagnose::diagnose(diagnose::barrier_divergence_fact{
          kernel_->type, states, positions_of(*kernel_, coordinates)});
      launch_->take(divergence);
      return fail(diagnose::divergence_failure(divergence));
    }
  }
  observer_.on_round_end(stops_.front().kind, stops_.front().barrier);
  resume_all();
}

/// Makes the threads that wait at barriers ready.
template <observer Observer>
void policy_tile<Observer>::resume_all() {
  for (thread_number t = 0; t < threads_; ++t) {
    if (std::exchange(stops_[t], returned) == returned) continue;
    boost::fibers::context::active()->schedule(policy_->get().context_of(t));
  }
}

// --- Failure -------------------------------------------------------------------------------------

template <observer Observer>
void policy_tile<Observer>::leave(thread_end end) {
  *exceptions = {};
  if (end == thread_end::aborted) {
    has_aborted_thread_ = true;
  } else if (!failed_) {
    has_spun_ = true;
    fail(spinning_failure(running_thread(nullptr)));
  }
  terminators_[running_]->leave(end);
}

/// Ends the tile: threads that wait at barriers are resumed, to unwind.
template <observer Observer>
void policy_tile<Observer>::fail(std::exception_ptr failure) {
  const base::scoped_ignore ignore;
  failed_ = true;
  failure_ = std::move(failure);
  resume_all();
}

template <observer Observer>
std::optional<stack_overflow> policy_tile<Observer>::find_overflow(const void* address) const {
  const std::size_t stack = stacks_.find_guard(address);
  if (stack == fiber::stack_pool::none || stack >= threads_) return std::nullopt;
  return stack_overflow{position_of(*kernel_, coordinates, static_cast<thread_number>(stack)),
                        stacks_.stack_size()};
}

}  // namespace milliamp::detail::engine
