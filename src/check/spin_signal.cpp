#include "check/spin_signal.h"

#include "base/interruption.h"
#include "base/modules.h"
#include "base/signal_handler.h"
#include "check/checker.h"

#include <signal.h>

#include <mutex>

namespace milliamp::detail::check {

namespace {

/// Ignored by default and of no use to libraries: what still arrives when a launch is over, or
/// after a user's handler has taken the place of ours, does no harm.
constexpr int spin_signal = SIGURG;

base::chained_signal_handler handler;

void handle_spin_signal(int signal, siginfo_t* info, void* context) {
  if (checker* checker = checker::active()) {
    const char* const place = base::interruption(context).instruction;
    // In another module the thread may hold a lock, and must not be ended.
    if (place != nullptr && base::in_same_module(place, checker->thread().launch->kernel().code)) {
      checker->on_spin_signal(place + 1);  // as if it were a return address
    }
  }
  handler.call_previous(signal, info, context);
}

/// The handler runs on the thread's own stack, which it may never return to, so nothing is blocked
/// while it runs.
void install_handler() {
  handler.install(spin_signal, &handle_spin_signal, SA_NODEFER | SA_RESTART);
}

}  // namespace

void send_spin_signal(pthread_t worker) {
  static std::once_flag once;
  std::call_once(once, &install_handler);
  pthread_kill(worker, spin_signal);
}

}  // namespace milliamp::detail::check
