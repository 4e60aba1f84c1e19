/// @file
/// What a signal handler of the library does with signals that are not its own.
#pragma once

#include <signal.h>

namespace milliamp::detail::base {

/// Calls the handler that the program has had for the signal before. Returns whether it had one.
inline bool call_previous_handler(const struct sigaction& previous, int signal, siginfo_t* info,
                                  void* context) {
  if ((previous.sa_flags & SA_SIGINFO) != 0) {
    previous.sa_sigaction(signal, info, context);
  } else if (previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN) {
    previous.sa_handler(signal);
  } else {
    return false;
  }
  return true;
}

}  // namespace milliamp::detail::base
