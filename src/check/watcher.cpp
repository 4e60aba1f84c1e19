#include "check/watcher.h"

#include "base/immortal.h"
#include "base/mutex.h"

#include <algorithm>
#include <atomic>

namespace milliamp::detail::check {

namespace {

struct watch_list {
  base::mutex mutex;
  std::vector<begin_watch> all MILLIAMP_GUARDED_BY(mutex);
  std::atomic<bool> is_empty{true};

  static watch_list& instance() {
    static base::immortal<watch_list> one;
    return *one;
  }
};

}  // namespace

void add_watch(begin_watch begin) {
  watch_list& watches = watch_list::instance();
  const base::scoped_lock lock(watches.mutex);
  watches.all.push_back(begin);
  watches.is_empty = false;
}

void remove_watch(begin_watch begin) {
  watch_list& watches = watch_list::instance();
  const base::scoped_lock lock(watches.mutex);
  const auto found = std::find(watches.all.begin(), watches.all.end(), begin);
  if (found != watches.all.end()) watches.all.erase(found);
  watches.is_empty = watches.all.empty();
}

bool is_watched() { return !watch_list::instance().is_empty.load(std::memory_order_relaxed); }

std::vector<std::unique_ptr<launch_watcher>> begin_watches(const checked_launch& launch) {
  watch_list& watches = watch_list::instance();
  std::vector<std::unique_ptr<launch_watcher>> begun;
  const base::scoped_lock lock(watches.mutex);
  for (const begin_watch begin : watches.all) {
    if (auto one = begin(launch)) begun.push_back(std::move(one));
  }
  return begun;
}

}  // namespace milliamp::detail::check
