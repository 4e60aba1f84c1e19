/// @file
/// milliamp_debugger_interrupt(): a call that a debugger inserts between two instructions.

#include "engine/debugger.h"
#include "engine/worker.h"

extern "C" __attribute__((visibility("hidden"), used)) void milliamp_interrupt_running_thread() {
  using milliamp::detail::engine::worker;
  if (const worker* const w = worker::in_kernel()) w->part()->interrupt_running_thread();
}

#if MILLIAMP_OWN_SWITCH && defined(__x86_64__)

#define SAVE(name) \
  "pushq %" #name "\n\t.cfi_adjust_cfa_offset 8\n\t.cfi_rel_offset " #name ", 0\n\t"
#define RESTORE(name) "popq %" #name "\n\t.cfi_adjust_cfa_offset -8\n\t.cfi_restore " #name "\n\t"

// The extended state (0xe7: all up to AVX-512) needs less than 4 KiB. xsave does not write all of
// its header, at offset 512. The function is marked as a signal frame, so that unwinders expect a
// return address that does not follow a call instruction.
__asm__(
    ".pushsection .text\n"
    ".globl milliamp_debugger_interrupt\n"
    ".type milliamp_debugger_interrupt, @function\n"
    "milliamp_debugger_interrupt:\n\t"
    ".cfi_startproc\n\t"
    ".cfi_signal_frame\n\t"
    ".cfi_def_cfa rsp, 136\n\t"
    ".cfi_offset rip, -136\n\t"
    "pushfq\n\t"
    ".cfi_adjust_cfa_offset 8\n\t"
    SAVE(rax) SAVE(rbx) SAVE(rcx) SAVE(rdx) SAVE(rsi) SAVE(rdi) SAVE(r8) SAVE(r9)
    SAVE(r10) SAVE(r11) SAVE(r12) SAVE(r13) SAVE(r14) SAVE(r15) SAVE(rbp)
    "movq %rsp, %rbp\n\t"
    ".cfi_def_cfa_register rbp\n\t"
    "cld\n\t"
    "subq $4096, %rsp\n\t"
    "andq $-64, %rsp\n\t"
    "xorl %eax, %eax\n\t"
    "leaq 512(%rsp), %rdi\n\t"
    "movl $8, %ecx\n\t"
    "rep stosq\n\t"
    "movl $0xe7, %eax\n\t"
    "xorl %edx, %edx\n\t"
    "xsave (%rsp)\n\t"
    "call milliamp_interrupt_running_thread\n\t"
    "movl $0xe7, %eax\n\t"
    "xorl %edx, %edx\n\t"
    "xrstor (%rsp)\n\t"
    "movq %rbp, %rsp\n\t"
    ".cfi_def_cfa_register rsp\n\t"
    RESTORE(rbp) RESTORE(r15) RESTORE(r14) RESTORE(r13) RESTORE(r12) RESTORE(r11) RESTORE(r10)
    RESTORE(r9) RESTORE(r8) RESTORE(rdi) RESTORE(rsi) RESTORE(rdx) RESTORE(rcx) RESTORE(rbx)
    RESTORE(rax)
    "popfq\n\t"
    ".cfi_adjust_cfa_offset -8\n\t"
    "ret $128\n\t"
    ".cfi_endproc\n"
    ".size milliamp_debugger_interrupt, .-milliamp_debugger_interrupt\n"
    ".popsection");

#else

void milliamp_debugger_interrupt() { milliamp_interrupt_running_thread(); }

#endif
