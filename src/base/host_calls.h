/// @file
/// Announces the library calls that the host waits for, such as copies and launches, to a
/// listener. Without a listener, a call costs a test of one variable.
#pragma once

#include <atomic>
#include <cstdint>

namespace milliamp::detail::base {

/// Called when a host call has ended.
/// @param name the name of the function: `copy`
/// @param begin the time of the call's start, from the clock of the listener
using host_call_listener = void (*)(const char* name, std::uint64_t begin);

/// The listener and its clock; null: no listener.
struct host_call_clock {
  std::uint64_t (*now)();
  host_call_listener listener;
};
inline constinit std::atomic<const host_call_clock*> host_calls{nullptr};

/// Announces a call, which lasts as long as this object.
class scoped_host_call {
 public:
  explicit scoped_host_call(const char* name)
      : clock_(host_calls.load(std::memory_order_relaxed)), name_(name) {
    if (clock_ != nullptr) [[unlikely]]
      begin_ = clock_->now();
  }
  ~scoped_host_call() {
    if (clock_ != nullptr) [[unlikely]]
      clock_->listener(name_, begin_);
  }
  scoped_host_call(const scoped_host_call&) = delete;
  scoped_host_call& operator=(const scoped_host_call&) = delete;

 private:
  const host_call_clock* const clock_;
  const char* const name_;
  std::uint64_t begin_ = 0;
};

}  // namespace milliamp::detail::base
