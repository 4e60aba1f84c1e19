#include "check/spin_signal.h"

#include "base/interruption.h"
#include "base/modules.h"
#include "base/signal_handler.h"
#include "check/checker.h"

#include <signal.h>

#include <mutex>

namespace milliamp::detail::check {

namespace {

base::chained_signal_handler handler;

void handle_spin_signal(int signal, siginfo_t* info, void* context) {
  if (checker* checker = checker::active()) {
    const char* const code = base::interruption(context).instruction;
    // In another module the thread may hold a lock, so it must not be ended there.
    if (code != nullptr && base::in_same_module(code, checker->thread().launch->kernel().code)) {
      checker->on_spin_signal(code + 1);  // like a return address
    }
  }
  handler.call_previous(signal, info, context);
}

/// The handler may leave without returning, so it blocks no signals.
void install_handler() {
  handler.install(base::worker_signal, &handle_spin_signal, SA_NODEFER | SA_RESTART);
}

}  // namespace

void send_spin_signal(pthread_t worker) {
  static std::once_flag once;
  std::call_once(once, &install_handler);
  pthread_kill(worker, base::worker_signal);
}

}  // namespace milliamp::detail::check
