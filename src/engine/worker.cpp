#include "engine/worker.h"

#include "base/immortal.h"
#include "base/mutex.h"
#include "base/stack_bounds.h"
#include "engine/crash_handler.h"
#include "engine/warp_tile.h"

#include <unistd.h>

#include <unordered_set>

namespace milliamp::detail::engine {

namespace {

/// The workers of the process. In a child of fork(), only that of the calling thread is left.
struct worker_set {
  base::mutex mutex;
  std::unordered_set<worker*> workers MILLIAMP_GUARDED_BY(mutex);

  worker_set() {
    if (base::this_thread.worker != nullptr) workers.insert(base::this_thread.worker);
  }
};

}  // namespace

worker& worker::construct() {
  // In allocated memory: the library's thread-local variables must fit what the loader has left for
  // libraries that are loaded later.
  thread_local const auto instance = std::make_unique<worker>();
  return *instance;
}

worker::worker() : native_stack_(base::native_stack()) {
  install_crash_handler();
  base::this_thread.worker = this;
  worker_set& all = base::only_of_process<worker_set>();
  const base::scoped_lock lock(all.mutex);
  all.workers.insert(this);
  describe(description_);
}

worker::~worker() {
  {
    worker_set& all = base::only_of_process<worker_set>();
    const base::scoped_lock lock(all.mutex);
    all.workers.erase(this);
    forget(description_);
  }
  base::this_thread.is_ending = true;
  base::this_thread.worker = nullptr;
}

void worker::for_each(const std::function<void(const worker&)>& f) {
  worker_set& all = base::only_of_process<worker_set>();
  const base::scoped_lock lock(all.mutex);
  for (const worker* w : all.workers) f(*w);
}

void worker::release_all() noexcept {
  worker_set& all = base::only_of_process<worker_set>();
  const base::scoped_lock lock(all.mutex);
  for (worker* w : all.workers) {
    if (w->is_held_.exchange(true, std::memory_order_acquire)) continue;
    w->reference_.reset();
    w->warp_.reset();
    w->is_held_.store(false, std::memory_order_release);
  }
}

warp_tile& worker::warp() {
  if (warp_ == nullptr) warp_ = std::make_unique<warp_tile>();
  return *warp_;
}

std::optional<stack_overflow> worker::find_overflow(const void* address) const {
  if (auto found = part()->find_overflow(address)) return found;
  // The guard is below the thread's own stack. A large frame may skip it.
  constexpr std::uintptr_t reach = 1024 * 1024;
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const base::memory_range near_end(native_stack_.begin - reach, reach + page);
  const auto thread = part()->thread_on_native_stack();
  if (!thread || !near_end.contains(address)) return std::nullopt;
  return stack_overflow{*thread, native_stack_.size, true};
}

}  // namespace milliamp::detail::engine
