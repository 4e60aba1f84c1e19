/// @file
/// The data of each worker's share of a launch. If a kernel crashes, the launch is reported
/// while other workers are running: their shares change, and are left out.
#pragma once

#include "base/mutex.h"

#include <map>
#include <utility>
#include <vector>

namespace milliamp::detail::base {

/// @tparam Worker identifies a worker by its address
template <class Worker, class Share>
class worker_shares {
 public:
  /// The share of a worker, which begins to change. Constructed at the worker's first call.
  template <class... Arguments>
  Share& begin(const Worker& worker, Arguments&&... arguments) {
    const scoped_lock lock(mutex_);
    entry& e = all_.try_emplace(&worker, std::forward<Arguments>(arguments)...).first->second;
    e.is_running = true;
    return e.share;
  }
  /// The share of a worker does not change until the next begin().
  void end(const Worker& worker) {
    const scoped_lock lock(mutex_);
    all_.at(&worker).is_running = false;
  }
  /// Calls f with the shares of all workers that have ended. None of them begins again before f
  /// returns.
  template <class F>
  void for_ended(F f) {
    const scoped_lock lock(mutex_);
    f(find_ended());
  }
  /// The shares of all workers that have ended.
  std::vector<Share*> ended() {
    const scoped_lock lock(mutex_);
    return find_ended();
  }

 private:
  struct entry {
    template <class... Arguments>
    explicit entry(Arguments&&... arguments) : share(std::forward<Arguments>(arguments)...) {}

    Share share;
    bool is_running = false;
  };

  std::vector<Share*> find_ended() MILLIAMP_REQUIRES(mutex_) {
    std::vector<Share*> ended;
    for (auto& [worker, e] : all_) {
      if (!e.is_running) ended.push_back(&e.share);
    }
    return ended;
  }

  base::mutex mutex_;
  std::map<const Worker*, entry> all_ MILLIAMP_GUARDED_BY(mutex_);
};

}  // namespace milliamp::detail::base
