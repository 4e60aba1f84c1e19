/// @file
/// Where a signal has interrupted a thread.
#pragma once

#include <ucontext.h>

namespace milliamp::detail::base {

/// Both are null on processors that are not known.
struct interruption {
  const char* instruction = nullptr;
  const void* stack = nullptr;  ///< the stack pointer

  /// @param context what the signal's handler is given
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
