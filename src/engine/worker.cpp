#include "engine/worker.h"

#include "base/stack_bounds.h"
#include "check/checker.h"
#include "engine/crash_handler.h"
#include "engine/ref_tile.h"
#include "engine/warp_tile.h"

#include <mutex>
#include <unordered_set>

namespace milliamp::detail::engine {

namespace {

thread_local bool is_ending = false;

/// The workers of the process.
struct worker_set {
  std::mutex mutex;
  std::unordered_set<worker*> workers;

  /// Never destroyed: threads may end after it would be.
  static worker_set& instance() {
    static auto* const one = new worker_set;
    return *one;
  }
};

}  // namespace

constinit thread_local worker* worker::this_worker_ = nullptr;

worker& worker::made_now() {
  thread_local worker instance;
  return instance;
}

bool worker::is_gone() noexcept { return is_ending; }

worker::worker() : native_stack_(native_stack_of_this_thread()) {
  install_crash_handler();
  signal_stack_ = make_signal_stack();
  this_worker_ = this;
  worker_set& all = worker_set::instance();
  const std::lock_guard lock(all.mutex);
  all.workers.insert(this);
}

worker::~worker() {
  {
    worker_set& all = worker_set::instance();
    const std::lock_guard lock(all.mutex);
    all.workers.erase(this);
  }
  is_ending = true;
  this_worker_ = nullptr;
  remove_signal_stack(signal_stack_);
}

void worker::release_all() noexcept {
  worker_set& all = worker_set::instance();
  const std::lock_guard lock(all.mutex);
  for (worker* w : all.workers) {
    if (w->is_held_.exchange(true, std::memory_order_acquire)) continue;
    w->release();
    w->is_held_.store(false, std::memory_order_release);
  }
}

void worker::release() noexcept {
  ref_.reset();
  checker_.reset();
  warp_.reset();
}

warp_tile& worker::warp() {
  if (warp_ == nullptr) warp_ = std::make_unique<warp_tile>();
  return *warp_;
}

ref_tile& worker::ref() {
  if (ref_ == nullptr) ref_ = std::make_unique<ref_tile>(checker());
  return *ref_;
}

check::checker& worker::checker() {
  if (checker_ == nullptr) checker_ = std::make_unique<check::checker>();
  return *checker_;
}

worker::native_stack worker::native_stack_of_this_thread() {
  const base::memory_range stack = base::native_stack();
  return {reinterpret_cast<const std::byte*>(stack.begin), stack.size};
}

thread_position worker::running_thread(const void* stack) const {
  switch (running_) {
    case kind::warp:
      return warp_->running_thread(stack);
    case kind::ref:
      return ref_->running_thread();
    default:
      return position_of(*untiled_, static_cast<std::int64_t>(points_->current));
  }
}

void worker::abort_running_thread() {
  if (running_ == kind::warp) warp_->abort_running_thread();
  if (running_ == kind::ref) ref_->abort_running_thread();
  terminator_->leave(thread_end::aborted);
}

std::optional<stack_overflow> worker::find_overflow(const void* address) const {
  if (running_ == kind::ref) return ref_->find_overflow(address);
  if (running_ == kind::warp) {
    if (auto found = warp_->find_overflow(address)) return found;
  }
  // Below the worker's own stack lies its guard; a large frame may reach beyond it.
  constexpr std::ptrdiff_t reach = 1024 * 1024;
  constexpr std::ptrdiff_t page = 4096;
  const std::ptrdiff_t above = static_cast<const std::byte*>(address) - native_stack_.lowest;
  if (above < -reach || above >= page) return std::nullopt;
  if (running_ == kind::warp) {
    return stack_overflow{warp_->thread_on_own_stack(), native_stack_.size};
  }
  return stack_overflow{position_of(*untiled_, static_cast<std::int64_t>(points_->current)),
                        native_stack_.size};
}

}  // namespace milliamp::detail::engine
