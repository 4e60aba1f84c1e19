#include "engine/schedule_policy.h"

#include "base/assert.h"
#include "engine/saved_schedule.h"

#include <boost/fiber/algo/round_robin.hpp>
#include <boost/fiber/scheduler.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace milliamp::detail::engine {

namespace {

/// Ends the process when a kernel thread calls exit(). Boost.Fiber, which is destroyed next, would
/// wait on the exiting fiber until all others have ended, and these would continue to run.
struct exit_guard {
  const schedule_policy* installed = nullptr;

  ~exit_guard() {
    if (installed == nullptr || !installed->runs_thread()) return;
    std::fflush(nullptr);
    std::fputs(
        "milliamp: a kernel called exit(), which this schedule does not support; use "
        "schedule=forward or schedule=reverse\n",
        stderr);
    std::_Exit(EXIT_FAILURE);
  }
};

/// Constructed after Boost.Fiber's state of the OS thread, and so destroyed before it.
thread_local exit_guard guard;

}  // namespace

void schedule_policy::begin_tile(const part_number& tile, thread_number threads,
                                 fiber::stack_pool& stacks) {
  MILLIAMP_ASSERT(!has_ready_thread());
  tile_ = tile;
  stacks_ = &stacks;
  next_.reset();
  running_ = postponed_ = none;
  point_ = 0;
  ready_.reserve(threads);
  begin(tile, threads);
}

bool schedule_policy::interrupts(step s) {
  ++point_;
  if (ready_.empty()) return false;
  next_ = at_step(s);
  if (next_) record(*next_);
  return next_.has_value();
}

/// By default, the ready thread with the lowest number runs.
thread_number schedule_policy::choose_at_stop() {
  ++point_;
  const thread_number chosen = at_stop();
  if (chosen != ready_.front()) record(chosen);
  return chosen;
}

void schedule_policy::record(thread_number thread) const {
  schedule_recorder::instance().record(tile_.recorded_launch, tile_.part, {point_, thread});
}

/// Boost.Fiber places a context at the top of its stack, and the number of the stack is that of the
/// thread.
void schedule_policy::awakened(boost::fibers::context* ready) noexcept {
  const std::size_t stack =
      stacks_ == nullptr ? fiber::stack_pool::none : stacks_->find(static_cast<void*>(ready));
  if (stack == fiber::stack_pool::none) {
    const bool is_host =
        ready == runner_ || ready->is_context(boost::fibers::type::dispatcher_context);
    return (is_host ? hosts_ : foreign_).push_back(ready);
  }
  const auto thread = static_cast<thread_number>(stack);
  contexts_[thread] = ready;
  if (thread == postponed_) {
    postponed_is_ready_ = true;
  } else {
    ready_.insert(std::upper_bound(ready_.begin(), ready_.end(), thread), thread);
  }
}

/// During a launch, Boost.Fiber switches to the returned context at once. Afterwards, it hands the
/// ready ones over to the next algorithm.
boost::fibers::context* schedule_policy::pick_next() noexcept {
  boost::fibers::context* const next = choose_fiber();
  if (next != nullptr && runner_ != nullptr) switches_.begin(*next, stacks_);
  return next;
}

boost::fibers::context* schedule_policy::choose_fiber() {
  if (ready_.empty() && std::exchange(postponed_is_ready_, false)) {
    ready_.push_back(std::exchange(postponed_, none));
  }
  if (ready_.empty()) {
    running_ = none;
    return pick_host();
  }
  running_ = next_ ? *std::exchange(next_, std::nullopt) : choose_at_stop();
  const auto chosen = std::lower_bound(ready_.begin(), ready_.end(), running_);
  MILLIAMP_ASSERT(chosen != ready_.end() && *chosen == running_);
  ready_.erase(chosen);
  return contexts_[running_];
}

boost::fibers::context* schedule_policy::pick_host() {
  auto& from = hosts_.empty() && has_ready_foreign_fiber() ? foreign_ : hosts_;
  if (from.empty()) return nullptr;
  boost::fibers::context* const host = from.front();
  from.pop_front();
  return host;
}

installed_policy::installed_policy(schedule_policy& policy) : policy_(policy) {
  policy.runner_ = boost::fibers::context::active();
  policy.runner_->get_scheduler()->set_algo(&policy);
  guard.installed = &policy;
}

installed_policy::~installed_policy() {
  guard.installed = nullptr;
  policy_.runner_ = nullptr;
  boost::fibers::context::active()->get_scheduler()->set_algo(
      new boost::fibers::algo::round_robin());
}

}  // namespace milliamp::detail::engine
