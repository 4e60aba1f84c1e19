/// @file
/// The time limit of launches: the option time_limit.
#pragma once

#include <chrono>

namespace milliamp::detail::engine {

/// Limits the time of a launch during its lifetime. At the limit, reports where the threads of all
/// launches are and ends the process, with the exit status of a process with findings.
class time_limit {
 public:
  /// @param seconds 0: no limit, at the cost of one comparison
  explicit time_limit(int seconds) {
    if (seconds != 0) [[unlikely]]
      begin(seconds);
  }
  ~time_limit() {
    if (is_set_) [[unlikely]]
      end();
  }
  time_limit(const time_limit&) = delete;
  time_limit& operator=(const time_limit&) = delete;

 private:
  friend class launch_clock;
  using clock = std::chrono::steady_clock;

  void begin(int seconds);
  void end();

  bool is_set_ = false;
  int seconds_ = 0;
  clock::time_point end_{};
};

}  // namespace milliamp::detail::engine
