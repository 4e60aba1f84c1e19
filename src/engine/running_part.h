/// @file
/// The part of a launch that an OS thread is running, for direct3d_abort(), messages and the crash
/// handler.
#pragma once

#include "engine/debugger.h"
#include "engine/thread_position.h"

#include <milliamp/finding.h>

#include <optional>
#include <vector>

namespace milliamp::detail::engine {

/// Points of an untiled launch, or a tile. Each engine implements this interface for both.
class running_part {
 public:
  /// The part as a debugger sees it.
  const described_part& description() const { return description_; }

  /// The running kernel thread.
  /// @param stack an address on its stack
  virtual thread_position running_thread(const void* stack) const = 0;
  /// Ends the running thread as direct3d_abort() does. Called on its stack.
  [[noreturn]] virtual void abort_running_thread() = 0;

  /// Lets the other threads run first, at the request of a debugger. Called on the running thread's
  /// stack, at any point of its code.
  virtual void interrupt_running_thread() {}

  /// The thread whose fiber's guard contains the address, if a fiber overflowed its stack there.
  virtual std::optional<stack_overflow> find_overflow(const void*) const { return std::nullopt; }
  /// The thread that runs on the OS thread's own stack, if one does.
  virtual std::optional<thread_position> thread_on_native_stack() const { return std::nullopt; }

  /// Ends the running thread if the access that faulted has been reported; returns otherwise.
  virtual void end_reported_thread(int /*signal*/) {}
  /// A fault in the kernel is about to end the process: reports all findings so far.
  virtual void on_crash(const finding& /*crash*/) {}

 protected:
  explicit running_part(const described_part& description) : description_(description) {}
  ~running_part() = default;

 private:
  const described_part& description_;
};

/// An address in the code of the kernel.
const void* code_of_kernel(const running_part& part);

/// A thread that waits at a barrier, and its next instruction.
struct suspended_thread {
  thread_position thread;
  const void* instruction;
};

/// The threads of a tile that are suspended in the code of the kernel. The running thread may be
/// among them. None if the fibers are those of Boost.Context.
std::vector<suspended_thread> suspended_threads(const running_part& part);

}  // namespace milliamp::detail::engine
