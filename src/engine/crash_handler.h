/// @file
/// What happens at a fault in a kernel, such as an invalid memory access: the process ends with a
/// message that names the thread and the source location, or the stack overflow, and with all
/// findings of the launch so far. A fault of an access that has been reported as out of bounds ends
/// its thread only.
#pragma once

#include <cstddef>
#include <memory>

namespace milliamp::detail::engine {

/// Installs the process's signal handlers on the first call.
void install_crash_handler();

/// Gives the calling thread a stack for the handlers. Returns null, and does nothing, where the
/// program has set one already.
std::unique_ptr<std::byte[]> make_signal_stack();

/// Removes it again.
void remove_signal_stack(const std::unique_ptr<std::byte[]>& stack);

/// Makes a signal deliverable again to the calling thread, which leaves the signal's handler
/// without returning.
void unblock(int signal);

/// Called in the handler of a fault: ends the running thread if its observer has reported the
/// access that faulted; returns otherwise.
template <class Observer>
void end_faulting_thread(Observer& observer, int signal) {
  if (!observer.is_reported_fault()) return;
  unblock(signal);
  observer.end_thread();
}

}  // namespace milliamp::detail::engine
