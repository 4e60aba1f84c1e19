#include "base/signal_handler.h"

namespace milliamp::detail::base {

void chained_signal_handler::install(int signal, function* handler, int flags) {
  struct sigaction action {};
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | flags;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, &previous_);
}

bool chained_signal_handler::call_previous(int signal, siginfo_t* info, void* context) const {
  if ((previous_.sa_flags & SA_SIGINFO) != 0) {
    previous_.sa_sigaction(signal, info, context);
  } else if (previous_.sa_handler != SIG_DFL && previous_.sa_handler != SIG_IGN) {
    previous_.sa_handler(signal);
  } else {
    return false;
  }
  return true;
}

}  // namespace milliamp::detail::base
