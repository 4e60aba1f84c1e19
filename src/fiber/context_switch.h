/// @file
/// Creation of fibers, which milliamp/detail/context_switch.h switches between.
#pragma once

#include <milliamp/detail/always_inline.h>
#include <milliamp/detail/context_switch.h>

#include <cstddef>

/// Of AddressSanitizer; null in programs that are built without it.
extern "C" __attribute__((weak)) void __sanitizer_start_switch_fiber(void** fake_stack,
                                                                     const void* lowest,
                                                                     std::size_t size);

namespace milliamp::detail::fiber {

class stack_pool;

/// Whether AddressSanitizer checks the program. It must know the current stack: when an exception
/// unwinds frames, it unpoisons the stack that it believes to be current. So it is notified of all
/// switches, which the library then makes itself: tiles have no ring, and their wait is
/// wait_announced(). Switches of Boost.Fiber are announced by announced_switches.h.
inline bool announces_switches() { return __sanitizer_start_switch_fiber != nullptr; }

/// The slow part of switch_to().
resume_action switch_announced(fiber_context& from, fiber_context& to, resume_action how);

/// The context switch for code of the library.
MILLIAMP_ALWAYS_INLINE resume_action switch_to(fiber_context& from, fiber_context& to,
                                               resume_action how = resume_action::resume) {
  if (announces_switches()) [[unlikely]]
    return switch_announced(from, to, how);
  return switch_context(from, to, how);
}

/// The stacks of the fibers that the calling OS thread is going to run.
void set_stacks_of_thread(stack_pool& stacks);

/// Returns the context of a new fiber. The first switch to it calls code(self) on its stack.
/// @param top the end of the stack, which grows downwards
/// @param size bytes below top
/// @param code begins with a call of arrive_on_stack() and does not return
fiber_context make_fiber_context(void* top, std::size_t size, void (*code)(fiber_context& self));

/// Tells AddressSanitizer that a new fiber is running.
void arrive_on_stack();

/// Tells AddressSanitizer that the running fiber is about to be left.
/// @param frames receives its frames of detect_stack_use_after_return; null: it has ended
/// @param stacks null, or those of the fibers that the OS thread runs
/// @param next an address on the stack of the next fiber, or on that of the OS thread
void begin_switch(void** frames, stack_pool* stacks, const void* next);

/// Tells AddressSanitizer that a fiber is running.
/// @param frames what begin_switch() has stored when the fiber was left; null: it is new
void end_switch(void* frames);

/// Tells AddressSanitizer that no frames remain in a part of a stack.
void forget_frames(const void* memory, std::size_t size);

}  // namespace milliamp::detail::fiber
