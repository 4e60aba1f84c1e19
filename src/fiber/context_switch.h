/// @file
/// What the engines need beside a hop itself: threads to which nobody has hopped yet.
#pragma once

#include <milliamp/detail/context_switch.h>

#include <cstddef>

namespace milliamp::detail::fiber {

/// A thread that is yet to begin, on its own stack, with the call code(itself), which must not
/// return. @param size bytes below top @param code begins with a call of arrive_on_stack()
fiber_context make_fiber_context(void* top, std::size_t size, void (*code)(fiber_context& self));

/// To be called by a thread that begins.
void arrive_on_stack();

/// To be called before memory with stacks goes back to the system: nothing lives there any more.
void forget_stacks(const void* memory, std::size_t size);

}  // namespace milliamp::detail::fiber
