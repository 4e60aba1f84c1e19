#include "check/spin_signal.h"

#include "base/interruption.h"
#include "base/signal_handler.h"
#include "check/checker.h"

#include <dlfcn.h>
#include <signal.h>

#include <mutex>

namespace milliamp::detail::check {

namespace {

/// Ignored by default and of no use to libraries: what still arrives when a launch is over, or
/// after a user's handler has taken the place of ours, does no harm.
constexpr int spin_signal = SIGURG;

struct sigaction previous_action;

/// Whether a place is in the program or the shared library that a function is in. In any other one
/// the thread may hold a lock, and must not be ended.
bool is_beside(const void* place, const void* function) {
  Dl_info here{}, there{};
  return dladdr(place, &here) != 0 && dladdr(function, &there) != 0 &&
         here.dli_fbase == there.dli_fbase;
}

void handle_spin_signal(int signal, siginfo_t* info, void* context) {
  if (checker* checker = checker::active()) {
    const char* const place = base::interruption(context).instruction;
    if (place != nullptr && is_beside(place, checker->thread().launch->kernel().code)) {
      checker->on_spin_signal(place + 1);  // as if it were a return address
    }
  }
  base::call_previous_handler(previous_action, signal, info, context);
}

/// The handler runs on the thread's own stack, which it may never return to, so nothing is blocked
/// while it runs.
void install_handler() {
  struct sigaction action {};
  action.sa_sigaction = &handle_spin_signal;
  action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(spin_signal, &action, &previous_action);
}

}  // namespace

void send_spin_signal(pthread_t worker) {
  static std::once_flag once;
  std::call_once(once, &install_handler);
  pthread_kill(worker, spin_signal);
}

}  // namespace milliamp::detail::check
