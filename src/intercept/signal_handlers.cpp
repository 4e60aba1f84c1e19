/// @file
/// Wrappers of the functions that install signal handlers. The program's calls are redirected to
/// them (see MilliampFlags.cmake). A signal may interrupt a kernel thread: the accesses and calls
/// of the handler are not the kernel's, so they are ignored.

#include "base/scoped_ignore.h"

#include <milliamp/export.h>

#include <signal.h>

#include <array>
#include <atomic>
#include <optional>

namespace {

using plain_handler = void (*)(int);
using handler_with_info = void (*)(int, siginfo_t*, void*);

/// The program's handlers of one signal, as it has last installed them with and without SA_SIGINFO.
/// A library that is not checked and restores an older action thereby restores the last one.
struct program_handlers {
  std::atomic<plain_handler> plain{nullptr};
  std::atomic<handler_with_info> with_info{nullptr};
};

constinit std::array<program_handlers, NSIG> handlers;

/// Calls a handler. On the host nothing is ignored: there, a handler may leave by siglongjmp().
template <class... Arguments>
void call(void (*handler)(Arguments...), Arguments... arguments) {
  std::optional<milliamp::detail::base::scoped_ignore> ignore;
  if (milliamp::detail::base::this_thread.checker != nullptr) ignore.emplace();
  handler(arguments...);
}

void handle(int signal) { call(handlers[static_cast<unsigned>(signal)].plain.load(), signal); }
void handle_with_info(int signal, siginfo_t* info, void* context) {
  call(handlers[static_cast<unsigned>(signal)].with_info.load(), signal, info, context);
}

bool is_function(plain_handler handler) {
  return handler != SIG_DFL && handler != SIG_IGN && handler != SIG_ERR;
}

/// Puts the library's handler in the place of the program's, which it calls.
void wrap(struct sigaction& action, program_handlers& of_program) {
  if (!is_function(action.sa_handler)) return;
  if ((action.sa_flags & SA_SIGINFO) != 0) {
    of_program.with_info = action.sa_sigaction;
    action.sa_sigaction = &handle_with_info;
  } else {
    of_program.plain = action.sa_handler;
    action.sa_handler = &handle;
  }
}

/// The reverse of wrap().
void unwrap(struct sigaction& action, plain_handler plain, handler_with_info with_info) {
  if ((action.sa_flags & SA_SIGINFO) == 0) {
    if (action.sa_handler == &handle) action.sa_handler = plain;
  } else if (action.sa_sigaction == &handle_with_info) {
    action.sa_sigaction = with_info;
  }
}

}  // namespace

extern "C" {

MILLIAMP_API int __wrap_sigaction(int signal, const struct sigaction* wanted,
                                  struct sigaction* previous) {
  if (signal < 0 || signal >= NSIG) return sigaction(signal, wanted, previous);
  program_handlers& of_program = handlers[static_cast<unsigned>(signal)];
  const plain_handler plain = of_program.plain;
  const handler_with_info with_info = of_program.with_info;
  struct sigaction wrapped {};
  // First: the signal may arrive as soon as the handler is installed.
  if (wanted != nullptr) wrap(wrapped = *wanted, of_program);
  const int error = sigaction(signal, wanted != nullptr ? &wrapped : nullptr, previous);
  if (error == 0 && previous != nullptr) unwrap(*previous, plain, with_info);
  return error;
}

MILLIAMP_API plain_handler __wrap_signal(int signal, plain_handler handler) {
  if (signal < 0 || signal >= NSIG) return ::signal(signal, handler);
  program_handlers& of_program = handlers[static_cast<unsigned>(signal)];
  struct sigaction previous {};
  if (sigaction(signal, nullptr, &previous) == 0) {
    unwrap(previous, of_program.plain, of_program.with_info);
  }
  const bool is_wrapped = is_function(handler);
  if (is_wrapped) of_program.plain = handler;  // first, as above
  if (::signal(signal, is_wrapped ? &handle : handler) == SIG_ERR) return SIG_ERR;
  return previous.sa_handler;
}
}
