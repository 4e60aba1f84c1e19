/// @file
/// How control goes from one thread of a tile to another on the same worker: a hop from one stack
/// to another.
///
///     suspended me, other;      // other: made by the engine, or suspended by a hop before
///     hop(me, other);           // comes back when somebody hops to me
///
/// A thread hops in the kernel's own code, where the compiler knows which of the registers hold
/// what is needed afterwards, and keeps those alone; what is left to the hop are four words. It
/// ends in a jump to where the other thread has hopped, which is nearly always the same barrier, so
/// that the processor predicts it; a return instruction it would predict wrongly, for the calls
/// that it remembers were on another stack. Measured on a Zen 5 core: 2 ns, where jump_fcontext,
/// which has to keep all that a call must, and does so on the stack, takes 4.5 to 7.4 ns.
///
/// On processors for which no such hop is written here, and under AddressSanitizer, which wants to
/// be told, the hop is a call of the library's, by Boost.Context where there is no other way.
///
/// The floating-point environment (rounding mode, flags) is the worker's, not a thread's.
#ifndef MILLIAMP_DETAIL_CONTEXT_SWITCH_H
#define MILLIAMP_DETAIL_CONTEXT_SWITCH_H

#include <milliamp/detail/always_inline.h>
#include <milliamp/export.h>

#include <cstdint>

/// 1 where stacks are switched by the code below, 0 where Boost.Context does it.
#if defined(__x86_64__) && defined(__LP64__) && !defined(MILLIAMP_PORTABLE_SWITCH)
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

/// 1 where a hop is no call. It is one in all code for a library that is compiled with
/// AddressSanitizer.
#if MILLIAMP_OWN_SWITCH && !MILLIAMP_ADDRESS_SANITIZER && !defined(MILLIAMP_SWITCH_IN_LIBRARY)
#define MILLIAMP_INLINE_SWITCH 1
#else
#define MILLIAMP_INLINE_SWITCH 0
#endif

namespace milliamp::detail {

/// A thread that is suspended: where it goes on.
struct fiber_context {
  void* stack = nullptr;  ///< its stack pointer; where Boost.Context switches, its context
  void* code = nullptr;
  void* frame = nullptr;
  void* base = nullptr;
#if MILLIAMP_ADDRESS_SANITIZER
  const void* lowest = nullptr;  ///< the stack's first byte
  unsigned long size = 0;        ///< the stack's bytes
#endif
};

/// What a thread is to do that is hopped to.
enum class resume_action : int { resume, unwind };

/// Gets the hot end of a thread's stack into the cache: what the hop and the first lines behind it
/// need. Two cache lines are best; with one, a product of matrices in tiles takes 65 ms for 48.
MILLIAMP_ALWAYS_INLINE void prefetch_stack(const fiber_context& thread) {
  // Not as a pointer: behind the last thread it is null, which nothing may be added to.
  const auto stack = reinterpret_cast<std::uintptr_t>(thread.stack);
  __builtin_prefetch(reinterpret_cast<const void*>(stack));
  __builtin_prefetch(reinterpret_cast<const void*>(stack + 64));
}

/// So many hops before its turn, a thread's stack is fetched. With one alone, a hop among 1,024
/// threads, whose stacks are more than what the first caches of addresses and of data hold, can
/// take 2.9 ns for 1.9; more than these change nothing.
inline constexpr unsigned prefetch_distance = 3;

/// A hop that is to be done; to == nullptr: none.
struct switch_request {
  fiber_context* from;
  fiber_context* to;
};

#if MILLIAMP_OWN_SWITCH

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

/// Goes on with `to`, which a hop has suspended or the engine has made; a made one begins with the
/// call code(to). rbp and rbx are kept here because compilers may not be told that they change.
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

#endif

/// The hop as a call.
MILLIAMP_API resume_action switch_context_in_library(fiber_context& from, fiber_context& to,
                                                     resume_action how);

/// Suspends the caller and goes on with another thread of the same worker. Returns, when somebody
/// hops to the caller, what that one says. Always inlined: where it were a call of instrumented
/// code, one thread would be seen to enter it, and another to leave.
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
