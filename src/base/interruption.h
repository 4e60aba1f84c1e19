/// @file
/// The point at which a signal interrupted a thread.
#pragma once

#include <ucontext.h>

#include <optional>

namespace milliamp::detail::base {

/// The trap number of an access to memory that is not mapped, or not permitted, on x86.
inline constexpr int page_fault = 14;

/// The registers of the interrupted code; null on unsupported processors.
struct interruption {
  const char* instruction = nullptr;
  const void* stack = nullptr;      ///< the stack pointer
  std::optional<bool> has_written;  ///< whether the access that faulted was a write; if known

  /// @param context the third argument of a SA_SIGINFO handler
  explicit interruption([[maybe_unused]] const void* context) {
#if defined(__x86_64__)
    const auto& registers = static_cast<const ucontext_t*>(context)->uc_mcontext;
    instruction = reinterpret_cast<const char*>(registers.gregs[REG_RIP]);
    stack = reinterpret_cast<const void*>(registers.gregs[REG_RSP]);
    if (registers.gregs[REG_TRAPNO] == page_fault) {
      has_written = (registers.gregs[REG_ERR] & 2) != 0;
    }
#elif defined(__aarch64__)
    const auto& registers = static_cast<const ucontext_t*>(context)->uc_mcontext;
    instruction = reinterpret_cast<const char*>(registers.pc);
    stack = reinterpret_cast<const void*>(registers.sp);
#endif
  }
};

/// Takes back a call of an address without code, so that unwinders find the caller, for the
/// lifetime of the object. Does nothing for other interruptions.
class undone_wild_call {
 public:
  /// @param context as above
  /// @param fault siginfo_t::si_addr of a SIGSEGV
  undone_wild_call([[maybe_unused]] void* context, [[maybe_unused]] const void* fault) {
#if defined(__x86_64__)
    auto& registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
    if (registers[REG_TRAPNO] != page_fault ||
        registers[REG_RIP] != reinterpret_cast<word>(fault)) {
      return;
    }
    registers_ = registers;
    instruction_ = registers[REG_RIP];
    // The last byte of the call: behind it, another line may begin.
    registers[REG_RIP] = *reinterpret_cast<const word*>(registers[REG_RSP]) - 1;
    registers[REG_RSP] += sizeof(word);
#endif
  }
  ~undone_wild_call() {
#if defined(__x86_64__)
    if (registers_ == nullptr) return;
    registers_[REG_RIP] = instruction_;
    registers_[REG_RSP] -= sizeof(word);
#endif
  }
  undone_wild_call(const undone_wild_call&) = delete;
  undone_wild_call& operator=(const undone_wild_call&) = delete;

  bool is_undone() const { return registers_ != nullptr; }

 private:
  using word = long long;
  word* registers_ = nullptr;
  word instruction_ = 0;
};

}  // namespace milliamp::detail::base
