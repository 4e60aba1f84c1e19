/// @file
/// Handles the signals that end a process while it runs kernels. A fault or abort() of a kernel is
/// reported with the thread, its calls and all findings of the launch so far, before the program's
/// own handler or the default action ends the process. SIGINT and SIGTERM are reported with the
/// locations of all threads. A fault of an access that has been reported as out of bounds ends only
/// its thread.
#pragma once

namespace milliamp::detail::engine {

/// Installs the process's signal handlers on the first call, and unblocks the faults of the
/// processor in the calling thread: one that is blocked ends the process without a call of its
/// handler.
void install_crash_handler();

/// Unblocks a signal in the calling thread, which leaves the handler without returning.
void unblock(int signal);

/// Called in a fault handler: ends the running thread if its observer has reported the
/// access that faulted; returns otherwise.
template <class Observer>
void end_faulting_thread(Observer& observer, int signal) {
  if (!observer.is_reported_fault()) return;
  unblock(signal);
  observer.end_thread();
}

}  // namespace milliamp::detail::engine
