/// @file
/// The registers of a function that is about to be suspended, for a debugger, where the suspension
/// itself is code of Boost.Fiber.
#pragma once

#include <milliamp/detail/context_switch.h>

namespace milliamp::detail::fiber {

/// Saves where the caller is. A debugger can present it until the caller returns: registers that
/// are not saved here are on the caller's stack.
MILLIAMP_ALWAYS_INLINE void take_snapshot(fiber_context& saved) {
#if MILLIAMP_OWN_SWITCH
  __asm__ volatile(
      "leaq 1f(%%rip), %%rdx\n\t"
      "movq %%rsp, (%0)\n\t"
      "movq %%rdx, 8(%0)\n\t"
      "movq %%rbp, 16(%0)\n\t"
      "movq %%rbx, 24(%0)\n"
      "1:"
      :
      : "r"(&saved)
      : "memory", "rdx", "r12", "r13", "r14", "r15");
#else
  static_cast<void>(saved);
#endif
}

}  // namespace milliamp::detail::fiber
