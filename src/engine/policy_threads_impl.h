/// @file
/// The member functions of policy_threads.
#pragma once

#include "base/options.h"
#include "base/scoped_ignore.h"
#include "engine/failure.h"
#include "fiber/pooled_stacks.h"
#include "fiber/snapshot.h"

#include <boost/fiber/operations.hpp>

#include <algorithm>
#include <numeric>
#include <utility>

namespace milliamp::detail::engine {

template <observer Observer>
policy_threads<Observer>::policy_threads(const described_part& description, Observer& observer)
    : running_part(description),
      observer_(observer),
      stacks_(base::current_options().stack_size * 1024) {}

template <observer Observer>
void policy_threads<Observer>::describe(described_tile& description) const {
  description.threads = &threads_;
  description.contexts = &contexts_;
  description.stacks = &stacks_.blocks();
  description.stack_stride = stacks_.stride();
  description.turn = &turn_;
  description.end = &end_;
  description.running = &running_;
  description.starter = &starter_;
  description.observer = &observer_;
}

// --- Parts of a launch ---------------------------------------------------------------------------

template <observer Observer>
thread_stacks policy_threads<Observer>::begin_launch(const policy_of_launch& policy,
                                                     thread_number threads) {
  policy_ = &policy;
  for (auto t = static_cast<thread_number>(ranges_.size()); t < threads; ++t) {
    ranges_.push_back(stacks_.at(t).memory());
  }
  return {ranges_.data(), &stacks_};
}

template <observer Observer>
void policy_threads<Observer>::begin_part(std::uint64_t number, thread_number threads) {
  const base::scoped_ignore ignore;
  threads_ = threads;
  is_abandoned_ = has_spun_ = has_aborted_thread_ = false;
  terminators_.resize(threads);
  policy_->get().begin_tile(policy_->part(number), threads, stacks_);
  fiber::take_snapshot(starter_);
  contexts_.assign(threads, starter_);
  unstarted_.resize(threads);
  std::iota(unstarted_.begin(), unstarted_.end(), thread_number{0});
  turn_ = unstarted_.data();
  end_ = turn_ + threads;
  for (thread_number t = 0; t < threads; ++t) {
    fibers_.emplace_back(boost::fibers::launch::post, std::allocator_arg,
                         fiber::pooled_stack(stacks_, t, stacks_in_use_),
                         [this, t] { run_on_fiber(t); });
  }
}

template <observer Observer>
void policy_threads<Observer>::run_threads() {
  fiber::take_snapshot(starter_);
  while (policy_->get().has_ready_thread()) boost::this_fiber::yield();
  policy_->get().on_resumed();
}

template <observer Observer>
void policy_threads<Observer>::end_part() {
  const base::scoped_ignore ignore;
  for (boost::fibers::fiber& f : fibers_) f.join();
  fibers_.clear();
  // Boost.Fiber's dispatcher releases them.
  while (stacks_in_use_ != 0) boost::this_fiber::yield();
  policy_->get().on_resumed();
}

// --- Threads -------------------------------------------------------------------------------------

template <observer Observer>
void policy_threads<Observer>::run_on_fiber(thread_number t) {
  forget_unstarted(t);
  if (!is_abandoned_) {
    arrive(t);
    observer_.on_thread_begin();
    longjmp_terminator terminator;
    terminators_[t] = &terminator;
    terminator.run([&] { run_thread(t); });
    observer_.on_thread_end();
  }
  contexts_[t] = starter_;
}

template <observer Observer>
void policy_threads<Observer>::run_thread(thread_number t) {
  std::exception_ptr failure;
  try {
    run_kernel(t);
  } catch (const tile_abandoned&) {
    // The thread that failed has stored its failure.
  } catch (...) {
    failure = kernel_failure(position(t));
  }
  if (failure != nullptr && !is_abandoned_) on_failure(std::move(failure));
}

/// The thread runs now.
template <observer Observer>
void policy_threads<Observer>::arrive(thread_number t) {
  policy_->get().on_resumed();
  running_ = t;
  on_switch(t);
  observer_.on_thread_switch(t);
}

template <observer Observer>
void policy_threads<Observer>::forget_unstarted(thread_number t) {
  const base::scoped_ignore ignore;
  unstarted_.erase(std::lower_bound(unstarted_.begin(), unstarted_.end(), t));
  end_ = turn_ + unstarted_.size();
}

template <observer Observer>
void policy_threads<Observer>::suspend(until when) {
  const thread_number me = running_;
  const fiber::scoped_exception_state mine(exceptions_);
  fiber::take_snapshot(contexts_[me]);
  if (when == until::next_choice) {
    boost::this_fiber::yield();
  } else {
    boost::fibers::context::active()->suspend();
  }
  arrive(me);
}

template <observer Observer>
void policy_threads<Observer>::resume(thread_number t) {
  boost::fibers::context::active()->schedule(policy_->get().context_of(t));
}

template <observer Observer>
void policy_threads<Observer>::leave(thread_end end) {
  exceptions_ = {};
  if (end == thread_end::aborted) {
    has_aborted_thread_ = true;
  } else if (!is_abandoned_) {
    has_spun_ = true;
    on_failure(spinning_failure(position(running_)));
  }
  terminators_[running_]->leave(end);
}

// --- Steps ---------------------------------------------------------------------------------------

/// Runs other threads before a step of the running thread. When one of them fails, this thread
/// continues to its next barrier: the callback of an access cannot throw.
template <observer Observer>
void policy_threads<Observer>::before_step(step s) {
  if (!is_abandoned_ && policy_->get().interrupts(s)) suspend(until::next_choice);
}

template <observer Observer>
void policy_threads<Observer>::interrupt_running_thread() {
  if (is_abandoned_) return;
  policy_->get().postpone_running();
  suspend(until::next_choice);
}

template <observer Observer>
std::optional<stack_overflow> policy_threads<Observer>::find_overflow(const void* address) const {
  const std::size_t stack = stacks_.find_guard(address);
  if (stack == fiber::stack_pool::none || stack >= threads_) return std::nullopt;
  return stack_overflow{position(static_cast<thread_number>(stack)), stacks_.stack_size()};
}

}  // namespace milliamp::detail::engine
