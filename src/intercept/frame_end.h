/// @file
/// Computes where the stack frame of an instrumented function ends and its caller's begins. Memory
/// below that holds no live variables when the function is entered.
#pragma once

#include "coherence/host_memory_registry.h"

#include <milliamp/detail/always_inline.h>

namespace milliamp::detail::intercept {

/// The end of the frame of the function that has called a callback, by unwind tables: on 64-bit
/// ARM, GCC puts a function's variables above the saved frame pointer, and Clang below.
/// @param frame the frame pointer of the callback
const void* look_up_frame_end(const void* const* frame);

/// Passes the end of the frame of the function that has called a callback to the
/// host_memory_registry. Instrumented code keeps frame pointers: the callback has saved its
/// caller's at the start of its own frame, and that function its own caller's.
/// @param frame the frame pointer of the callback
MILLIAMP_ALWAYS_INLINE void end_frames_below_caller(const void* const* frame) {
  coherence::host_memory_registry& registry = coherence::host_memory_registry::instance();
  const auto* const callers_frame = static_cast<const void* const*>(frame[0]);
#if defined(__aarch64__)
  // The frame ends below the frame pointer of the caller's caller.
  if (registry.has_stack_memory_below(callers_frame[0])) [[unlikely]]
    registry.on_frame(look_up_frame_end(frame));
#else
  registry.on_frame(callers_frame + 2);
#endif
}

}  // namespace milliamp::detail::intercept
