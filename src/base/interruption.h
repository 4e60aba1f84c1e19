/// @file
/// The point at which a signal interrupted a thread.
#pragma once

#include <ucontext.h>

#include <cstdint>
#include <cstring>
#include <optional>

namespace milliamp::detail::base {

#if defined(__x86_64__)
/// The trap number of an access to memory that is not mapped, or not permitted.
inline constexpr int page_fault = 14;
#elif defined(__aarch64__)
/// Whether an instruction that accesses memory stores. (The exception syndrome, from which the
/// kernel knows, is not passed to signal handlers by every emulator.)
inline bool is_store(std::uint32_t instruction) {
  const bool is_of_one_register = (instruction >> 27 & 7) == 7;
  if (!is_of_one_register) return (instruction >> 22 & 1) == 0;
  const bool is_atomic = (instruction & 0x3f200c00) == 0x38200000;
  if (is_atomic) return true;
  const std::uint32_t operation = instruction >> 22 & 3;
  const bool is_vector = (instruction >> 26 & 1) != 0;
  return is_vector ? (operation & 1) == 0 : operation == 0;
}

inline std::optional<bool> has_stored(const mcontext_t& registers) {
  if (registers.pc == registers.fault_address) return std::nullopt;  // there is no instruction
  std::uint32_t instruction;
  std::memcpy(&instruction, reinterpret_cast<const void*>(registers.pc), sizeof instruction);
  const bool accesses_memory = (instruction & 0x0a000000) == 0x08000000;
  return accesses_memory ? std::optional(is_store(instruction)) : std::nullopt;
}
#endif

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
    has_written = has_stored(registers);
#endif
  }
};

/// For its lifetime, undoes a call of an address without code, so that unwinders find the caller.
/// Does nothing for other interruptions.
class undone_wild_call {
 public:
  /// @param context the third argument of the signal handler, a ucontext_t
  /// @param fault siginfo_t::si_addr of a SIGSEGV
  undone_wild_call([[maybe_unused]] void* context, [[maybe_unused]] const void* fault) {
#if defined(__x86_64__)
    auto& registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
    if (registers[REG_TRAPNO] != page_fault || !is_at(fault, registers[REG_RIP])) return;
    undo(registers[REG_RIP], *reinterpret_cast<const word*>(registers[REG_RSP]));
    stack_ = &registers[REG_RSP];
    *stack_ += sizeof(word);
#elif defined(__aarch64__)
    auto& registers = static_cast<ucontext_t*>(context)->uc_mcontext;
    if (is_at(fault, registers.pc)) undo(registers.pc, registers.regs[30]);
#endif
  }
  ~undone_wild_call() {
    if (instruction_ == nullptr) return;
    *instruction_ = called_;
    if (stack_ != nullptr) *stack_ -= sizeof(word);
  }
  undone_wild_call(const undone_wild_call&) = delete;
  undone_wild_call& operator=(const undone_wild_call&) = delete;

  bool is_undone() const { return instruction_ != nullptr; }

 private:
#if defined(__aarch64__)
  using word = unsigned long long;
#else
  using word = long long;
#endif

  static bool is_at(const void* fault, word instruction) {
    return instruction == reinterpret_cast<word>(fault);
  }
  /// Goes back to the last byte of the call: the byte after it may belong to another line.
  void undo(word& instruction, word return_address) {
    instruction_ = &instruction;
    called_ = instruction;
    instruction = return_address - 1;
  }

  word* instruction_ = nullptr;
  word called_ = 0;
  word* stack_ = nullptr;  ///< where the call has pushed the return address
};

}  // namespace milliamp::detail::base
