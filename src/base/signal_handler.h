/// @file
/// Signal handlers that pass signals on to the handlers installed before them.
#pragma once

#include <signal.h>

namespace milliamp::detail::base {

enum class previous_action { handled, ignored, by_default };

/// The signal that the library sends to its workers, to stop them or to end a thread without
/// progress. It is ignored by default, and libraries do not use it. Each purpose has a handler of
/// its own in the chain, which passes on the signals that it does not expect, such as those of the
/// other one and late ones.
inline constexpr int worker_signal = SIGURG;

/// The library's handler of one signal, and the action that it replaced.
class chained_signal_handler {
 public:
  using function = void(int signal, siginfo_t* info, void* context);

  /// Installs the handler. @param flags SA_* flags in addition to SA_SIGINFO
  void install(int signal, function* handler, int flags);

  /// Calls the handler that was installed before as the kernel would have called it: with the
  /// signals blocked that it asked for, and after the default action has been restored if it asked
  /// for that (SA_RESETHAND).
  /// @return what the signal did before
  previous_action call_previous(int signal, siginfo_t* info, void* context) const;

 private:
  struct sigaction previous_ {};
};

}  // namespace milliamp::detail::base
