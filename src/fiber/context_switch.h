/// @file
/// Creation of fibers, which milliamp/detail/context_switch.h switches between.
#pragma once

#include <milliamp/detail/context_switch.h>

#include <cstddef>

namespace milliamp::detail::fiber {

/// Returns the context of a new fiber. The first switch to it calls code(self) on its stack.
/// @param top the end of the stack, which grows downwards
/// @param size bytes below top
/// @param code begins with a call of arrive_on_stack() and does not return
fiber_context make_fiber_context(void* top, std::size_t size, void (*code)(fiber_context& self));

/// Tells AddressSanitizer that a new fiber is running.
void arrive_on_stack();

/// Tells AddressSanitizer that no frames remain in a part of a stack.
void forget_frames(const void* memory, std::size_t size);

}  // namespace milliamp::detail::fiber
