#include "check/watcher.h"

#include "base/immortal.h"
#include "base/mutex.h"
#include "base/scoped_ignore.h"

#include <algorithm>
#include <atomic>
#include <utility>

namespace milliamp::detail::check {

namespace {

struct watch_list {
  base::mutex mutex;
  std::vector<watch> all MILLIAMP_GUARDED_BY(mutex);
  std::atomic<bool> is_empty{true};
};

}  // namespace

void add_watch(watch added) {
  watch_list& watches = base::only<watch_list>();
  const base::scoped_lock lock(watches.mutex);
  watches.all.push_back(added);
  watches.is_empty = false;
}

void remove_watch(watch removed) {
  watch_list& watches = base::only<watch_list>();
  const base::scoped_lock lock(watches.mutex);
  const auto found = std::find(watches.all.begin(), watches.all.end(), removed);
  if (found != watches.all.end()) watches.all.erase(found);
  watches.is_empty = watches.all.empty();
}

std::vector<make_watcher> watches_of_launch() {
  watch_list& watches = base::only<watch_list>();
  if (watches.is_empty.load(std::memory_order_relaxed)) return {};
  const base::scoped_ignore ignore;
  std::vector<watch> all;
  {
    const base::scoped_lock lock(watches.mutex);
    all = watches.all;
  }
  std::vector<make_watcher> wanted;
  for (const watch w : all) {
    if (make_watcher make = w()) wanted.push_back(std::move(make));
  }
  return wanted;
}

}  // namespace milliamp::detail::check
