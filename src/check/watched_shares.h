/// @file
/// What a launch_watcher keeps of each worker's share of the launch. If a kernel crashes, the
/// launch is reported while other workers are running: their shares change, and are left out.
#pragma once

#include "base/mutex.h"

#include <map>
#include <utility>
#include <vector>

namespace milliamp::detail::check {

struct checked_thread;

template <class Share>
class watched_shares {
 public:
  /// The share of a worker, which begins to change. Constructed at the worker's first call.
  template <class... Arguments>
  Share& begin(const checked_thread& thread, Arguments&&... arguments) {
    const base::scoped_lock lock(mutex_);
    entry& e = all_.try_emplace(&thread, std::forward<Arguments>(arguments)...).first->second;
    e.is_running = true;
    return e.share;
  }
  /// The share of a worker does not change until the next begin().
  void end(const checked_thread& thread) {
    const base::scoped_lock lock(mutex_);
    all_.at(&thread).is_running = false;
  }
  /// Those that do not change.
  std::vector<const Share*> ended() const {
    const base::scoped_lock lock(mutex_);
    std::vector<const Share*> ended;
    for (const auto& [thread, e] : all_) {
      if (!e.is_running) ended.push_back(&e.share);
    }
    return ended;
  }

 private:
  struct entry {
    template <class... Arguments>
    explicit entry(Arguments&&... arguments) : share(std::forward<Arguments>(arguments)...) {}

    Share share;
    bool is_running = false;
  };

  mutable base::mutex mutex_;
  std::map<const checked_thread*, entry> all_ MILLIAMP_GUARDED_BY(mutex_);
};

}  // namespace milliamp::detail::check
