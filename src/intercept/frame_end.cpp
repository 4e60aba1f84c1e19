#include "intercept/frame_end.h"

#include <unwind.h>

#include <array>
#include <atomic>
#include <cstdint>

namespace milliamp::detail::intercept {

namespace {

/// Unwinds the frames from the callback's on, up to the one of an instruction and one more.
struct frame_end_search {
  std::uintptr_t instruction;
  bool is_found = false;
  std::uintptr_t end = 0;

  static _Unwind_Reason_Code visit(_Unwind_Context* frame, void* self) {
    auto& search = *static_cast<frame_end_search*>(self);
    if (search.is_found) {
      search.end = _Unwind_GetCFA(frame);
      return _URC_NORMAL_STOP;
    }
    search.is_found = _Unwind_GetIP(frame) == search.instruction;
    return _URC_NO_REASON;
  }
};

/// The distance from the frame pointer to the end of the frame of a function that has just been
/// entered, in one word, so that threads can share it: addresses have 48 bits.
class known_distance {
 public:
  known_distance() = default;
  known_distance(std::uintptr_t instruction, std::uintptr_t distance)
      : word_(instruction << 16 | distance / unit) {}

  bool is_of(std::uintptr_t instruction) const { return word_ >> 16 == instruction; }
  std::uintptr_t distance() const { return word_ % (1 << 16) * unit; }

  static bool can_hold(std::uintptr_t distance) { return distance / unit < 1 << 16; }

 private:
  static constexpr std::uintptr_t unit = 8;

  std::uint64_t word_ = 0;
};

std::uintptr_t find_distance(std::uintptr_t instruction, std::uintptr_t callers_frame) {
  frame_end_search search{instruction};
  _Unwind_Backtrace(&frame_end_search::visit, &search);
  return search.end > callers_frame ? search.end - callers_frame : 0;
}

}  // namespace

const void* look_up_frame_end(const void* const* frame) {
  // Unwinding takes a microsecond, so that the last results are cached.
  static constinit std::array<std::atomic<known_distance>, 256> cache{};
  const auto instruction = reinterpret_cast<std::uintptr_t>(frame[1]);
  const auto callers_frame = reinterpret_cast<std::uintptr_t>(frame[0]);
  std::atomic<known_distance>& known = cache[instruction / 4 % cache.size()];
  if (const known_distance k = known.load(std::memory_order_relaxed); k.is_of(instruction)) {
    return reinterpret_cast<const void*>(callers_frame + k.distance());
  }
  const std::uintptr_t distance = find_distance(instruction, callers_frame);
  if (known_distance::can_hold(distance)) {
    known.store({instruction, distance}, std::memory_order_relaxed);
  }
  return reinterpret_cast<const void*>(callers_frame + distance);
}

}  // namespace milliamp::detail::intercept
