#include "symbolize/call_chain.h"

#include "base/memory_range.h"
#include "base/modules.h"
#include "symbolize/frames.h"

#include <unwind.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <optional>
#include <utility>

namespace milliamp::detail::symbolize {

/// Adds frames until the engine's frame that called the kernel. libgcc's unwinder neither allocates
/// nor locks with a current C library, so it can run in a signal handler.
class call_chain::unwinder {
 public:
  /// @param first the interrupted instruction, where the chain begins; none: at the caller
  unwinder(call_chain& chain, std::optional<const void*> first)
      : chain_(chain), has_begun_(!first), first_(first.value_or(nullptr)) {}

  void run() { _Unwind_Backtrace(&visit, this); }

 private:
  static _Unwind_Reason_Code visit(_Unwind_Context* context, void* self) {
    int is_before_instruction = 0;
    const std::uintptr_t address = _Unwind_GetIPInfo(context, &is_before_instruction);
    // As a return address: symbols are looked up for the byte before it.
    const std::uintptr_t after = is_before_instruction != 0 ? address + 1 : address;
    return static_cast<unwinder*>(self)->add(address, reinterpret_cast<const void*>(after));
  }

  _Unwind_Reason_Code add(std::uintptr_t address, const void* return_address) {
    // The frames of the signal handler come before.
    has_begun_ = has_begun_ || address == reinterpret_cast<std::uintptr_t>(first_);
    if (!has_begun_) return _URC_NO_REASON;
    const bool is_own = own_.contains(address);
    if (is_own && was_in_kernel_) return _URC_NORMAL_STOP;
    was_in_kernel_ = was_in_kernel_ || kernel_.contains(address);
    if (!is_own) chain_.add(return_address);
    return _URC_NO_REASON;
  }

  call_chain& chain_;
  bool has_begun_;
  const void* const first_;
  const base::memory_range own_ = base::module_range(reinterpret_cast<const void*>(&visit));
  const base::memory_range kernel_ = base::module_range(chain_.kernel_);
  bool was_in_kernel_ = false;
};

call_chain call_chain::of_interrupted(const base::interruption& code, const void* kernel) {
  call_chain chain;
  chain.kernel_ = kernel;
  chain.is_in_kernel_ = base::module_range(kernel).contains(code.instruction);
  unwinder(chain, code.instruction).run();
  if (chain.count_ == 0) chain.add(code.instruction + 1);
  return chain;
}

call_chain call_chain::of_caller(const void* kernel) {
  call_chain chain;
  chain.kernel_ = kernel;
  unwinder(chain, std::nullopt).run();
  return chain;
}

call_chain call_chain::of_suspended(const void* instruction, const void* kernel) {
  call_chain chain;
  chain.kernel_ = kernel;
  chain.add(instruction);
  return chain;
}

std::vector<const void*> call_chain::addresses() const {
  std::vector<const void*> all(
      addresses_.begin(),
      addresses_.begin() + static_cast<std::ptrdiff_t>(std::min(count_, shown)));
  if (count_ > shown) {
    const auto oldest = static_cast<std::ptrdiff_t>(inner + (count_ - inner) % outer);
    std::rotate(all.begin() + inner, all.begin() + oldest, all.end());
  }
  return all;
}

namespace {

/// Whether a call is in the C or C++ library, which may also have debug information.
bool is_in_runtime(const void* call) {
  static const base::memory_range c =
      base::module_range(reinterpret_cast<const void*>(&std::abort));
  static const base::memory_range cpp =
      base::module_range(reinterpret_cast<const void*>(&std::terminate));
  return c.contains(call) || cpp.contains(call);
}

}  // namespace

std::vector<source_frame> call_chain::user_frames() const {
  const std::vector<const void*> calls = addresses();
  const base::memory_range kernel = base::module_range(kernel_);
  std::vector<source_frame> frames;
  for (const void* const call : calls) {
    const bool is_in_library = !kernel.contains(call);
    if (frames.empty() && is_in_library && is_in_runtime(call)) continue;
    for (source_frame frame : user_part_of(call)) {
      if (frames.empty() && !frame.file.empty() && frame.line == 0) {
        // The compiler has merged code of several lines: the nearest one is better than none.
        const source_frame near = nearest_location(call);
        frame.line = near.line;
        frame.column = near.column;
      }
      const bool is_hidden = frames.empty() && is_in_library && frame.file.empty();
      const bool is_repeated = !frames.empty() && frames.back() == frame;
      if (!is_hidden && !is_repeated) frames.push_back(std::move(frame));
    }
  }
  return !frames.empty() ? frames : user_frames_of(calls.empty() ? nullptr : calls.front());
}

}  // namespace milliamp::detail::symbolize
