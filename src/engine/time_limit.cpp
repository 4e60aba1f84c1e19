#include "engine/time_limit.h"

#include "base/immortal.h"
#include "base/mutex.h"
#include "base/start_thread.h"
#include "engine/crash_report.h"
#include "engine/stopped_workers.h"
#include "report/reporter.h"

#include <signal.h>

#include <set>
#include <thread>

namespace milliamp::detail::engine {

/// The thread that looks at the clock for all launches. Starts with the first limit and runs until
/// the process ends, so that a launch wakes no thread.
class launch_clock {
 public:
  void add(const time_limit& launch) {
    const base::scoped_lock lock(mutex_);
    if (!is_running_) start();
    is_running_ = true;
    launches_.insert(&launch);
  }

  void remove(const time_limit& launch) {
    const base::scoped_lock lock(mutex_);
    launches_.erase(&launch);
  }

 private:
  void start() {
    base::start_thread("the time limit of launches", [this] {
      int exceeded = 0;
      while ((exceeded = exceeded_limit()) == 0) {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
      }
      {
        const crash_guard guard(SIGABRT, nullptr);
        if (guard.is_first()) report_interruption({0, exceeded, {}}, nullptr);
      }
      report::reporter::instance().end_process();
    }).detach();
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
  bool is_running_ MILLIAMP_GUARDED_BY(mutex_) = false;
};

void time_limit::begin(int seconds) {
  is_set_ = true;
  seconds_ = seconds;
  end_ = clock::now() + std::chrono::seconds(seconds);
  base::only_of_process<launch_clock>().add(*this);
}

void time_limit::end() { base::only_of_process<launch_clock>().remove(*this); }

}  // namespace milliamp::detail::engine
