#include "engine/time_limit.h"

#include "base/clock_thread.h"
#include "base/immortal.h"
#include "base/mutex.h"
#include "engine/crash_report.h"
#include "engine/stopped_workers.h"
#include "report/reporter.h"

#include <signal.h>

#include <chrono>
#include <set>

namespace milliamp::detail::engine {

/// The thread that looks at the clock for all launches.
class launch_clock {
 public:
  void add(const time_limit& launch) {
    const base::scoped_lock lock(mutex_);
    clock_.keep_running();
    launches_.insert(&launch);
  }

  void remove(const time_limit& launch) {
    const base::scoped_lock lock(mutex_);
    launches_.erase(&launch);
  }

 private:
  /// Returns whether there are launches that have a limit.
  bool look() {
    if (const int exceeded = exceeded_limit(); exceeded != 0) end_process(exceeded);
    const base::scoped_lock lock(mutex_);
    return !launches_.empty();
  }

  /// @param exceeded the limit in seconds
  [[noreturn]] static void end_process(int exceeded) {
    {
      const crash_guard guard(SIGABRT, nullptr);
      if (guard.is_first()) report_interruption({0, exceeded, {}}, nullptr);
    }
    report::reporter::instance().end_process();
  }

  /// The limit in seconds that a launch has reached; 0 if none has.
  int exceeded_limit() {
    const auto now = time_limit::clock::now();
    const base::scoped_lock lock(mutex_);
    for (const time_limit* launch : launches_) {
      if (now >= launch->end_) return launch->seconds_;
    }
    return 0;
  }

  base::mutex mutex_;
  std::set<const time_limit*> launches_ MILLIAMP_GUARDED_BY(mutex_);
  base::clock_thread clock_{"the time limit of launches", std::chrono::milliseconds(100),
                            [this] { return look(); }};
};

void time_limit::begin(int seconds) {
  is_set_ = true;
  seconds_ = seconds;
  end_ = clock::now() + std::chrono::seconds(seconds);
  base::only_of_process<launch_clock>().add(*this);
}

void time_limit::end() { base::only_of_process<launch_clock>().remove(*this); }

}  // namespace milliamp::detail::engine
