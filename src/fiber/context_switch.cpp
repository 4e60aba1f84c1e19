#include "fiber/context_switch.h"

#include "base/assert.h"

#include <cstdint>

#if !MILLIAMP_OWN_SWITCH
#include <boost/context/detail/fcontext.hpp>
#endif

#if MILLIAMP_ADDRESS_SANITIZER
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

namespace milliamp::detail::fiber {

namespace {

// --- Switching -----------------------------------------------------------------------------------

#if MILLIAMP_OWN_SWITCH

// The caller of a fiber's first function. Nothing returns to it; it says that call stacks end
// there.
__asm__(
    ".pushsection .text\n"
    ".type milliamp_outermost, @function\n"
    "milliamp_outermost:\n\t"
    ".cfi_startproc\n\t"
    ".cfi_undefined rip\n\t"
    "nop\n"
    "milliamp_end_of_fiber:\n\t"
    "ud2\n\t"
    ".cfi_endproc\n"
    ".size milliamp_outermost, .-milliamp_outermost\n"
    ".popsection");
extern "C" __attribute__((visibility("hidden"))) const char milliamp_end_of_fiber;

fiber_context make_switchable(void* top, std::size_t, void (*code)(fiber_context& self)) {
  // The stack as after a call instruction: the return address at an odd multiple of 8.
  const std::uintptr_t begin = reinterpret_cast<std::uintptr_t>(top) & ~std::uintptr_t{15};
  fiber_context made;
  made.stack = reinterpret_cast<void*>(begin - 24);
  *static_cast<const void**>(made.stack) = &milliamp_end_of_fiber;
  made.code = reinterpret_cast<void*>(code);
  return made;
}

#else

using boost::context::detail::transfer_t;

/// Passed to the fiber that is switched to.
struct context_transfer {
  fiber_context* from;
  fiber_context* to;
  resume_action how;
};

/// Saves the context of the fiber that switched to this one.
context_transfer arrive_from(const transfer_t& transfer) {
  const context_transfer t = *static_cast<context_transfer*>(transfer.data);
  t.from->stack = transfer.fctx;
  return t;
}

resume_action switch_stacks(fiber_context& from, fiber_context& to, resume_action how) {
  context_transfer t{&from, &to, how};
  return arrive_from(boost::context::detail::jump_fcontext(to.stack, &t)).how;
}

void begin(transfer_t transfer) {
  fiber_context& self = *arrive_from(transfer).to;
  reinterpret_cast<void (*)(fiber_context&)>(self.code)(self);
}

fiber_context make_switchable(void* top, std::size_t size, void (*code)(fiber_context& self)) {
  fiber_context made;
  made.stack = boost::context::detail::make_fcontext(top, size, &begin);
  made.code = reinterpret_cast<void*>(code);
  return made;
}

#endif

// --- AddressSanitizer ----------------------------------------------------------------------------

// AddressSanitizer must know the current stack: when an exception unwinds frames, it unpoisons the
// stack that it believes to be current. Its option detect_stack_use_after_return must be off.
#if MILLIAMP_ADDRESS_SANITIZER

/// The fiber from which the last switch was made.
constinit thread_local fiber_context* previous = nullptr;

void announce_departure(fiber_context& from, const fiber_context& to) {
  previous = &from;
  __sanitizer_start_switch_fiber(nullptr, to.lowest, to.size);
}
void announce_arrival() {
  __sanitizer_finish_switch_fiber(nullptr, &previous->lowest, &previous->size);
}
void forget_frames(const void* memory, std::size_t size) {
  __asan_unpoison_memory_region(memory, size);
}
void set_bounds(fiber_context& made, const void* top, std::size_t size) {
  // Frames of an abandoned fiber may remain there.
  forget_frames(static_cast<const std::byte*>(top) - size, size);
  made.lowest = static_cast<const std::byte*>(top) - size;
  made.size = size;
}

#else

void announce_departure(fiber_context&, const fiber_context&) {}
void announce_arrival() {}
void forget_frames(const void*, std::size_t) {}
void set_bounds(fiber_context&, const void*, std::size_t) {}

#endif

// --- Interface -----------------------------------------------------------------------------------

resume_action switch_announced(fiber_context& from, fiber_context& to, resume_action how) {
  announce_departure(from, to);
  how = switch_stacks(from, to, how);
  announce_arrival();
  return how;
}

}  // namespace

fiber_context make_fiber_context(void* top, std::size_t size, void (*code)(fiber_context& self)) {
  MILLIAMP_ASSERT(reinterpret_cast<std::uintptr_t>(top) % 16 == 0);
  fiber_context made = make_switchable(top, size, code);
  set_bounds(made, top, size);
  return made;
}

void arrive_on_stack() { announce_arrival(); }

void forget_stacks(const void* memory, std::size_t size) { forget_frames(memory, size); }

}  // namespace milliamp::detail::fiber

namespace milliamp::detail {

resume_action switch_context_in_library(fiber_context& from, fiber_context& to, resume_action how) {
  return fiber::switch_announced(from, to, how);
}

}  // namespace milliamp::detail
