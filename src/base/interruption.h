/// @file
/// The point at which a signal interrupted a thread.
#pragma once

#include <ucontext.h>

namespace milliamp::detail::base {

/// The registers of the interrupted code; null on unsupported processors.
struct interruption {
  const char* instruction = nullptr;
  const void* stack = nullptr;  ///< the stack pointer

  /// @param context the third argument of a SA_SIGINFO handler
  explicit interruption([[maybe_unused]] const void* context) {
#if defined(__x86_64__)
    const auto& registers = static_cast<const ucontext_t*>(context)->uc_mcontext;
    instruction = reinterpret_cast<const char*>(registers.gregs[REG_RIP]);
    stack = reinterpret_cast<const void*>(registers.gregs[REG_RSP]);
#elif defined(__aarch64__)
    const auto& registers = static_cast<const ucontext_t*>(context)->uc_mcontext;
    instruction = reinterpret_cast<const char*>(registers.pc);
    stack = reinterpret_cast<const void*>(registers.sp);
#endif
  }
};

}  // namespace milliamp::detail::base
