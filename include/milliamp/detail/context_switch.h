/// @file
/// Context switches between the threads (fibers) of a tile that share a worker thread: control goes
/// from one stack to another.
///
///     fiber_context me, other;     // other: created by the engine, or suspended by a switch
///     switch_context(me, other);   // returns when a fiber switches to me
///
/// The switch is inlined into the kernel's code, where the compiler knows which registers are live
/// and saves only those. The switch itself stores four words. It ends in an indirect jump to the
/// point where the other fiber switched away. That is nearly always the same barrier, so the
/// processor predicts the jump. It would mispredict a return instruction, because its return stack
/// belongs to another fiber. Measured on a Zen 5 core: 2 ns. jump_fcontext, which must save all
/// callee-saved registers on the stack, takes 4.5 to 7.4 ns.
///
/// There is code for x86-64 and for 64-bit ARM. Other processors, and AddressSanitizer, which must
/// be notified, switch by a call of the library. It uses Boost.Context where there is no code for
/// the processor.
///
/// The floating-point environment (rounding mode, flags) belongs to the worker thread, not to a
/// fiber.
#ifndef MILLIAMP_DETAIL_CONTEXT_SWITCH_H
#define MILLIAMP_DETAIL_CONTEXT_SWITCH_H

#include <milliamp/detail/always_inline.h>
#include <milliamp/export.h>

#include <cstdint>

/// 1 where the code below switches stacks, 0 where Boost.Context does.
#if (defined(__x86_64__) || defined(__aarch64__)) && defined(__LP64__) && \
    !defined(MILLIAMP_PORTABLE_SWITCH)
#define MILLIAMP_OWN_SWITCH 1
#else
#define MILLIAMP_OWN_SWITCH 0
#endif

/// 1 in code that is compiled with AddressSanitizer.
#if defined(__SANITIZE_ADDRESS__)
#define MILLIAMP_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define MILLIAMP_ADDRESS_SANITIZER 1
#endif
#endif
#ifndef MILLIAMP_ADDRESS_SANITIZER
#define MILLIAMP_ADDRESS_SANITIZER 0
#endif

/// 1 where a context switch is inlined.
#if MILLIAMP_OWN_SWITCH && !MILLIAMP_ADDRESS_SANITIZER && !defined(MILLIAMP_SWITCH_IN_LIBRARY)
#define MILLIAMP_INLINE_SWITCH 1
#else
#define MILLIAMP_INLINE_SWITCH 0
#endif

namespace milliamp::detail {

/// The saved state of a suspended fiber.
struct fiber_context {
  void* stack = nullptr;  ///< the stack pointer, or an object on the stack with its Boost.Context
  void* code = nullptr;   ///< where the fiber continues
  void* frame = nullptr;  ///< rbp or x29
  void* base = nullptr;   ///< rbx or x19
};

/// What a fiber does when it is resumed.
enum class resume_action : int { resume, unwind };

/// Prefetches the hot end of a fiber's stack: what the switch and the first lines after it need.
/// Two cache lines are best. With one, a tiled matrix multiplication takes 65 ms instead of 48.
MILLIAMP_ALWAYS_INLINE void prefetch_stack(const fiber_context& thread) {
  // Computed as an integer: the pointer is null after the last fiber, and adding to null is
  // undefined.
  const auto stack = reinterpret_cast<std::uintptr_t>(thread.stack);
  __builtin_prefetch(reinterpret_cast<const void*>(stack));
  __builtin_prefetch(reinterpret_cast<const void*>(stack + 64));
}

/// The number of switches in advance at which a stack is prefetched. With 1, a switch among 1,024
/// threads, whose stacks exceed the first-level TLB and data cache, can take 2.9 ns instead of 1.9.
/// Values above 3 gain nothing.
inline constexpr unsigned prefetch_distance = 3;

/// A context switch to be made; to == nullptr: none.
struct switch_request {
  fiber_context* from;
  fiber_context* to;
};

#if MILLIAMP_OWN_SWITCH && defined(__x86_64__)

#if defined(__CET__)
#define MILLIAMP_JUMP_TARGET "endbr64\n\t"
#else
#define MILLIAMP_JUMP_TARGET
#endif
#if defined(__AVX512F__)
#define MILLIAMP_AVX512_REGISTERS                                                               \
  , "xmm16", "xmm17", "xmm18", "xmm19", "xmm20", "xmm21", "xmm22", "xmm23", "xmm24", "xmm25",   \
      "xmm26", "xmm27", "xmm28", "xmm29", "xmm30", "xmm31", "k1", "k2", "k3", "k4", "k5", "k6", \
      "k7"
#else
#define MILLIAMP_AVX512_REGISTERS
#endif

/// Resumes `to`, which was suspended by a switch or created by the engine. The code saves rbp and
/// rbx itself because compilers do not accept them as clobbers.
MILLIAMP_ALWAYS_INLINE resume_action switch_stacks(fiber_context& from, fiber_context& to,
                                                   resume_action how) {
  fiber_context* leaves = &from;
  fiber_context* enters = &to;
  __asm__ volatile(
      "leaq 1f(%%rip), %%rdx\n\t"
      "movq %%rsp, (%%rsi)\n\t"
      "movq %%rdx, 8(%%rsi)\n\t"
      "movq %%rbp, 16(%%rsi)\n\t"
      "movq %%rbx, 24(%%rsi)\n\t"
      "movq (%%rdi), %%rsp\n\t"
      "movq 16(%%rdi), %%rbp\n\t"
      "movq 24(%%rdi), %%rbx\n\t"
      "jmpq *8(%%rdi)\n"
      "1:\n\t" MILLIAMP_JUMP_TARGET
      : "+a"(how), "+S"(leaves), "+D"(enters)
      :
      : "memory", "cc", "rcx", "rdx", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "xmm0",
        "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11",
        "xmm12", "xmm13", "xmm14", "xmm15", "st", "st(1)", "st(2)", "st(3)", "st(4)", "st(5)",
        "st(6)", "st(7)" MILLIAMP_AVX512_REGISTERS);
  return how;
}

#undef MILLIAMP_JUMP_TARGET
#undef MILLIAMP_AVX512_REGISTERS

#elif MILLIAMP_OWN_SWITCH

#if defined(__ARM_FEATURE_BTI_DEFAULT)
#define MILLIAMP_JUMP_TARGET "hint #36\n\t"  // bti j
#else
#define MILLIAMP_JUMP_TARGET
#endif
#if defined(__ARM_FEATURE_SVE)
#define MILLIAMP_SVE_REGISTERS                                                                     \
  , "p0", "p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8", "p9", "p10", "p11", "p12", "p13", "p14", \
      "p15", "ffr"
#else
#define MILLIAMP_SVE_REGISTERS
#endif

/// Switches stacks on 64-bit ARM. Compilers do not accept x29 as a clobber, and Clang not x19.
MILLIAMP_ALWAYS_INLINE resume_action switch_stacks(fiber_context& from, fiber_context& to,
                                                   resume_action how) {
  fiber_context* other = &to;
  fiber_context* self = &from;
  // The addresses of thread-local contexts are found by a call, which must not come between the
  // next lines.
  __asm__("" : "+r"(other), "+r"(self));
  register fiber_context* enters __asm__("x0") = other;
  register fiber_context* leaves __asm__("x1") = self;
  register resume_action action __asm__("x2") = how;
  __asm__ volatile(
      "adr x3, 1f\n\t"
      "mov x4, sp\n\t"
      "stp x4, x3, [x1]\n\t"
      "stp x29, x19, [x1, #16]\n\t"
      "ldp x4, x3, [x0]\n\t"
      "ldp x29, x19, [x0, #16]\n\t"
      "mov sp, x4\n\t"
      "br x3\n"
      "1:\n\t" MILLIAMP_JUMP_TARGET
      : "+r"(action), "+r"(leaves), "+r"(enters)
      :
      : "memory", "cc", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13", "x14",
        "x15", "x16", "x17", "x18", "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27", "x28",
        "x30", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12",
        "v13", "v14", "v15", "v16", "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24", "v25",
        "v26", "v27", "v28", "v29", "v30", "v31" MILLIAMP_SVE_REGISTERS);
  return action;
}

#undef MILLIAMP_JUMP_TARGET
#undef MILLIAMP_SVE_REGISTERS

#endif

/// The context switch as a function call.
MILLIAMP_API resume_action switch_context_in_library(fiber_context& from, fiber_context& to,
                                                     resume_action how);

/// Suspends the caller and resumes another fiber of the same worker thread. Always inlined: if it
/// were a call in instrumented code, one thread would appear to enter the function and another to
/// leave it.
/// @return the resume action passed by the fiber that switches back
MILLIAMP_ALWAYS_INLINE resume_action switch_context(fiber_context& from, fiber_context& to,
                                                    resume_action how = resume_action::resume) {
#if MILLIAMP_INLINE_SWITCH
  return switch_stacks(from, to, how);
#else
  return switch_context_in_library(from, to, how);
#endif
}

}  // namespace milliamp::detail

#endif
