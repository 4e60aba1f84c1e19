#include "intercept/frame_end.h"

#include <unwind.h>

#include <array>
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
/// entered.
struct known_distance {
  std::uintptr_t instruction;
  std::uintptr_t distance;
};

}  // namespace

const void* look_up_frame_end(const void* const* frame) {
  // Unwinding takes a microsecond, so that the last results are cached.
  static thread_local std::array<known_distance, 64> cache{};
  const auto instruction = reinterpret_cast<std::uintptr_t>(frame[1]);
  const auto callers_frame = reinterpret_cast<std::uintptr_t>(frame[0]);
  known_distance& known = cache[instruction / 4 % cache.size()];
  if (known.instruction != instruction) {
    frame_end_search search{instruction};
    _Unwind_Backtrace(&frame_end_search::visit, &search);
    known = {instruction, search.end > callers_frame ? search.end - callers_frame : 0};
  }
  return reinterpret_cast<const void*>(callers_frame + known.distance);
}

}  // namespace milliamp::detail::intercept
