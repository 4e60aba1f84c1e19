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

/// The thread that looks at the clock for all launches. Starts with a launch, and ends when there
/// has been none for a while. So a launch seldom starts it, and it lets the process end after
/// pthread_exit() in main().
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
  void start() MILLIAMP_REQUIRES(mutex_) {
    idle_ticks_ = 0;
    base::start_thread("the time limit of launches", [this] {
      do {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        if (const int exceeded = exceeded_limit(); exceeded != 0) end_process(exceeded);
      } while (continues());
    }).detach();
  }

  bool continues() {
    constexpr int ticks_until_idle = 10;
    const base::scoped_lock lock(mutex_);
    idle_ticks_ = launches_.empty() ? idle_ticks_ + 1 : 0;
    is_running_ = idle_ticks_ < ticks_until_idle;
    return is_running_;
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
  bool is_running_ MILLIAMP_GUARDED_BY(mutex_) = false;
  int idle_ticks_ MILLIAMP_GUARDED_BY(mutex_) = 0;
};

void time_limit::begin(int seconds) {
  is_set_ = true;
  seconds_ = seconds;
  end_ = clock::now() + std::chrono::seconds(seconds);
  base::only_of_process<launch_clock>().add(*this);
}

void time_limit::end() { base::only_of_process<launch_clock>().remove(*this); }

}  // namespace milliamp::detail::engine
