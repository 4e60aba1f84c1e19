/// @file
/// Kernels that end the process: by a fault, by abort() or by std::terminate().
#pragma once

#include "report/finding.h"
#include "symbolize/call_chain.h"

#include <signal.h>

#include <cstddef>
#include <optional>
#include <string>

namespace milliamp::detail::diagnose {

/// A signal that a kernel thread has raised.
struct crash_fact {
  int signal;
  int code;             ///< siginfo_t::si_code
  const void* address;  ///< the memory of a SIGSEGV or SIGBUS
  std::optional<bool> is_write;
  bool is_call;            ///< the address was called
  std::size_t stack_size;  ///< the size of a stack that has overflowed; otherwise 0
  bool is_os_stack;        ///< that stack is the OS thread's
  symbolize::call_chain calls;
  thread_position thread;
};

/// A call of std::terminate() in a kernel.
struct termination_fact {
  std::string exception;        ///< what has not been caught; empty if nothing was thrown
  symbolize::call_chain calls;  ///< the calls of the throw if known, otherwise of std::terminate()
  thread_position thread;
};

/// An exception that has left the kernel and that the host does not catch.
struct escape_fact {
  std::string exception;
  std::optional<symbolize::call_chain> calls;  ///< the calls of the throw, if they are known
  thread_position thread;
};

finding diagnose(const crash_fact& crash);
finding diagnose(const termination_fact& end);
finding diagnose(const escape_fact& escape);

}  // namespace milliamp::detail::diagnose
