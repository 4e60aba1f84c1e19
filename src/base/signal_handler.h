/// @file
/// Signal handlers that pass signals on to the handlers installed before them.
#pragma once

#include <signal.h>

namespace milliamp::detail::base {

/// The library's handler of one signal, and the action that it replaced.
class chained_signal_handler {
 public:
  using function = void(int signal, siginfo_t* info, void* context);

  /// Installs the handler. @param flags SA_* flags in addition to SA_SIGINFO
  void install(int signal, function* handler, int flags);

  /// Calls the handler that was installed before. Returns false if there was none, so that the
  /// signal's default action applies or the signal is ignored.
  bool call_previous(int signal, siginfo_t* info, void* context) const;

 private:
  struct sigaction previous_ {};
};

}  // namespace milliamp::detail::base
