#include "base/clock_thread.h"

#include "base/start_thread.h"

#include <thread>
#include <utility>

namespace milliamp::detail::base {

clock_thread::clock_thread(const char* purpose, std::chrono::milliseconds tick,
                           std::function<bool()> on_tick)
    : purpose_(purpose), tick_(tick), on_tick_(std::move(on_tick)) {}

void clock_thread::keep_running() {
  const scoped_lock lock(mutex_);
  idle_ = {};
  if (is_running_) return;
  start_thread(purpose_, [this] { run(); }).detach();
  is_running_ = true;
}

void clock_thread::run() {
  do {
    std::this_thread::sleep_for(tick_);
  } while (is_needed(on_tick_()));
}

bool clock_thread::is_needed(bool has_work) {
  const scoped_lock lock(mutex_);
  idle_ = has_work ? std::chrono::milliseconds() : idle_ + tick_;
  is_running_ = idle_ < std::chrono::seconds(1);
  return is_running_;
}

}  // namespace milliamp::detail::base
