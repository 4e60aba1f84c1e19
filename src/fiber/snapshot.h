/// @file
/// The registers of a function that is about to be suspended, for a debugger, where the suspension
/// itself is code of Boost.Fiber.
#pragma once

#include <milliamp/detail/context_switch.h>

namespace milliamp::detail::fiber {

/// Saves where the caller is. A debugger can present it until the caller returns: registers that
/// are not saved here are on the caller's stack.
MILLIAMP_ALWAYS_INLINE void take_snapshot(fiber_context& saved) {
#if MILLIAMP_OWN_SWITCH && defined(__x86_64__)
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
#elif MILLIAMP_OWN_SWITCH
  __asm__ volatile(
      "adr x3, 1f\n\t"
      "mov x4, sp\n\t"
      "stp x4, x3, [%0]\n\t"
      "stp x29, x19, [%0, #16]\n"
      "1:"
      :
      : "r"(&saved)
      : "memory", "x3", "x4", "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27", "x28");
#else
  static_cast<void>(saved);
#endif
}

}  // namespace milliamp::detail::fiber
