#include "check/kernel_state.h"

#include <unwind.h>

#include <algorithm>

namespace milliamp::detail::check {

namespace {

/// The registers that a call preserves, by their numbers in DWARF. A caller's other registers are
/// on its stack during the call.
#if defined(__x86_64__)
constexpr int preserved_registers[] = {3, 6, 12, 13, 14, 15};
constexpr bool are_registers_known = true;
#elif defined(__aarch64__)
constexpr int preserved_registers[] = {19, 20, 21, 22, 23, 24, 25, 26, 27, 28,
                                       29, 72, 73, 74, 75, 76, 77, 78, 79};
constexpr bool are_registers_known = true;
#else
constexpr int preserved_registers[] = {0};
constexpr bool are_registers_known = false;
#endif

std::uint64_t add_to_hash(std::uint64_t hash, std::uint64_t word) {
  hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
  return hash ^ hash >> 29;
}

/// A word of a stack, of any type.
using any_word = std::uint64_t __attribute__((may_alias));

/// Not instrumented by AddressSanitizer, since it also reads the redzones of variables.
__attribute__((no_sanitize("address"))) std::uint64_t hash_of(std::uintptr_t begin,
                                                              std::uintptr_t end,
                                                              std::uint64_t hash) {
  for (; begin < end; begin += sizeof(any_word)) {
    hash = add_to_hash(hash, *reinterpret_cast<const any_word*>(begin));
  }
  return hash;
}

/// Unwinds the library's frames, up to the kernel's.
struct kernel_frame_search {
  std::uintptr_t return_address;
  std::uintptr_t stack_end;
  std::optional<std::uint64_t> state = std::nullopt;

  static _Unwind_Reason_Code visit(_Unwind_Context* frame, void* self) {
    auto& search = *static_cast<kernel_frame_search*>(self);
    if (_Unwind_GetIP(frame) != search.return_address) return _URC_NO_REASON;
    constexpr std::uintptr_t most = 4096;
    const std::uintptr_t begin = _Unwind_GetCFA(frame);
    std::uint64_t hash = 0;
    for (const int number : preserved_registers) {
      hash = add_to_hash(hash, _Unwind_GetGR(frame, number));
    }
    search.state = hash_of(begin, std::min(search.stack_end, begin + most), hash);
    return _URC_NORMAL_STOP;
  }
};

}  // namespace

std::optional<std::uint64_t> state_of_kernel(const void* return_address, std::uintptr_t stack_end) {
  if constexpr (!are_registers_known) return std::nullopt;
  kernel_frame_search search{reinterpret_cast<std::uintptr_t>(return_address), stack_end};
  _Unwind_Backtrace(&kernel_frame_search::visit, &search);
  return search.state;
}

}  // namespace milliamp::detail::check
