/// @file
/// Signals that ask this process to terminate, held until it has cleaned up.
#ifndef MILLIAMP_COMMAND_HELD_SIGNALS_H
#define MILLIAMP_COMMAND_HELD_SIGNALS_H

#include <csignal>
#include <initializer_list>

namespace milliamp::command {

/// Blocks the signals that ask this process to terminate for the lifetime of the object. One that
/// has arrived and has not been taken by next() then terminates the process.
class held_signals {
 public:
  /// @param others further signals to block
  explicit held_signals(std::initializer_list<int> others = {}) {
    sigemptyset(&held_);
    for (const int signal : {SIGTERM, SIGHUP, SIGINT, SIGQUIT}) {
      if (!is_ignored(signal)) sigaddset(&held_, signal);
    }
    for (const int signal : others) sigaddset(&held_, signal);
    pthread_sigmask(SIG_BLOCK, &held_, &before_);
  }
  ~held_signals() { release(); }
  held_signals(const held_signals&) = delete;
  held_signals& operator=(const held_signals&) = delete;

  void release() const { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

  /// Waits for the next signal.
  siginfo_t next() const {
    siginfo_t signal{};
    while (sigwaitinfo(&held_, &signal) == -1) {
    }
    return signal;
  }

  /// Whether one has arrived. Any thread may ask.
  bool has_arrived() const {
    sigset_t arrived;
    sigpending(&arrived);
    sigandset(&arrived, &arrived, &held_);
    return sigisemptyset(&arrived) == 0;
  }

 private:
  /// As by nohup. A blocked signal would arrive all the same.
  static bool is_ignored(int signal) {
    struct sigaction current {};
    sigaction(signal, nullptr, &current);
    return current.sa_handler == SIG_IGN;
  }

  sigset_t held_;
  sigset_t before_;
};

}  // namespace milliamp::command

#endif
