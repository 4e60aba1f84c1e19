#include "base/signal_handler.h"

namespace milliamp::detail::base {

namespace {

/// The signals that an action blocks while its handler runs.
class scoped_mask {
 public:
  scoped_mask(int signal, const struct sigaction& action) {
    pthread_sigmask(SIG_BLOCK, &action.sa_mask, &before_);
    if ((action.sa_flags & SA_NODEFER) == 0) return;
    sigset_t own;
    sigemptyset(&own);
    sigaddset(&own, signal);
    pthread_sigmask(SIG_UNBLOCK, &own, nullptr);
  }
  ~scoped_mask() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  scoped_mask(const scoped_mask&) = delete;
  scoped_mask& operator=(const scoped_mask&) = delete;

 private:
  sigset_t before_;
};

}  // namespace

void chained_signal_handler::install(int signal, function* handler, int flags) {
  struct sigaction action {};
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | flags;
  sigemptyset(&action.sa_mask);
  // First: the signal may arrive as soon as the handler is installed.
  sigaction(signal, nullptr, &previous_);
  sigaction(signal, &action, nullptr);
}

previous_action chained_signal_handler::call_previous(int signal, siginfo_t* info,
                                                      void* context) const {
  const bool takes_info = (previous_.sa_flags & SA_SIGINFO) != 0;
  if (!takes_info && previous_.sa_handler == SIG_IGN) return previous_action::ignored;
  if (!takes_info && previous_.sa_handler == SIG_DFL) return previous_action::by_default;
  if ((previous_.sa_flags & SA_RESETHAND) != 0) ::signal(signal, SIG_DFL);
  const scoped_mask mask(signal, previous_);
  if (takes_info) {
    previous_.sa_sigaction(signal, info, context);
  } else {
    previous_.sa_handler(signal);
  }
  return previous_action::handled;
}

}  // namespace milliamp::detail::base
