#include "fiber/context_switch.h"

#include "base/assert.h"
#include "base/stack_bounds.h"
#include "fiber/stack_pool.h"

#include <cstdint>

#if !MILLIAMP_OWN_SWITCH
#include <boost/context/fiber.hpp>

#include <new>
#include <utility>
#endif

// Of AddressSanitizer; null in programs that are built without it.
extern "C" {
__attribute__((weak)) void __asan_unpoison_memory_region(const volatile void* memory,
                                                         std::size_t size);
__attribute__((weak)) void __sanitizer_finish_switch_fiber(void* fake_stack, const void** lowest,
                                                           std::size_t* size);
}

namespace milliamp::detail::fiber {

namespace {

// --- Switching -----------------------------------------------------------------------------------

#if MILLIAMP_OWN_SWITCH && defined(__x86_64__)

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

// A new fiber starts in code(self): the switch leaves `self` in the register of the first argument.
fiber_context make_switchable(void* top, std::size_t, void (*code)(fiber_context& self)) {
  // The stack as after a call instruction: the return address at an odd multiple of 8.
  const std::uintptr_t begin = reinterpret_cast<std::uintptr_t>(top) & ~std::uintptr_t{15};
  fiber_context made;
  made.stack = reinterpret_cast<void*>(begin - 24);
  *static_cast<const void**>(made.stack) = &milliamp_end_of_fiber;
  made.code = reinterpret_cast<void*>(code);
  return made;
}

#elif MILLIAMP_OWN_SWITCH

// A new fiber starts here, with `self` in x0, and the address of its first function in x19. Nothing
// returns; call stacks end here. The hint is `bti j`.
__asm__(
    ".pushsection .text\n"
    ".type milliamp_begin_fiber, %function\n"
    "milliamp_begin_fiber:\n\t"
    ".cfi_startproc\n\t"
    ".cfi_undefined x30\n\t"
    "hint #36\n\t"
    "blr x19\n\t"
    "brk #1\n\t"
    ".cfi_endproc\n"
    ".size milliamp_begin_fiber, .-milliamp_begin_fiber\n"
    ".popsection");
extern "C" __attribute__((visibility("hidden"))) void milliamp_begin_fiber();

fiber_context make_switchable(void* top, std::size_t, void (*code)(fiber_context& self)) {
  fiber_context made;
  made.stack = top;
  made.code = reinterpret_cast<void*>(&milliamp_begin_fiber);
  made.base = reinterpret_cast<void*>(code);
  return made;
}

#else

/// A suspended fiber, on its own stack. The memory of an abandoned fiber is unmapped without a call
/// of the destructor, which would unwind the stack.
struct suspended_fiber {
  boost::context::fiber rest;
  fiber_context* self = nullptr;              ///< set by the fiber that resumes this one
  resume_action how = resume_action::resume;  ///< also set by it
};

resume_action switch_stacks(fiber_context& from, fiber_context& to, resume_action how) {
  suspended_fiber leaves;
  from.stack = &leaves;
  suspended_fiber& enters = *static_cast<suspended_fiber*>(to.stack);
  enters.self = &to;
  enters.how = how;
  // The function runs on the other stack, when nothing runs on this one.
  std::move(enters.rest).resume_with([&leaves](boost::context::fiber&& rest) {
    leaves.rest = std::move(rest);
    return boost::context::fiber();
  });
  return leaves.how;
}

/// A fiber of Boost.Context frees its stack at its end. These have none.
struct no_allocator {
  boost::context::stack_context allocate() { return {}; }
  void deallocate(boost::context::stack_context&) noexcept {}
};

fiber_context make_switchable(void* top, std::size_t size, void (*code)(fiber_context& self)) {
  constexpr std::size_t used = (sizeof(suspended_fiber) + 15) / 16 * 16;
  void* const memory = static_cast<std::byte*>(top) - used;
  auto* const created = new (memory) suspended_fiber;
  created->rest = boost::context::fiber(
      std::allocator_arg, boost::context::preallocated(memory, size - used, {}), no_allocator(),
      [created, code](boost::context::fiber&& rest) {
        code(*created->self);
        return std::move(rest);  // not reached
      });
  fiber_context made;
  made.stack = created;
  return made;
}

#endif

// --- AddressSanitizer ----------------------------------------------------------------------------

constinit thread_local stack_pool* stacks_of_thread = nullptr;

/// The stack that contains an address: a fiber's, or that of the OS thread.
base::memory_range stack_around(const void* address, stack_pool* stacks) {
  const std::size_t number = stacks == nullptr ? stack_pool::none : stacks->find(address);
  if (number != stack_pool::none) return stacks->at(number).memory();
  return base::native_stack();
}

}  // namespace

fiber_context make_fiber_context(void* top, std::size_t size, void (*code)(fiber_context& self)) {
  MILLIAMP_ASSERT(reinterpret_cast<std::uintptr_t>(top) % 16 == 0);
  forget_frames(static_cast<const std::byte*>(top) - size, size);  // those of an abandoned fiber
  return make_switchable(top, size, code);
}

void set_stacks_of_thread(stack_pool& stacks) { stacks_of_thread = &stacks; }

resume_action switch_announced(fiber_context& from, fiber_context& to, resume_action how) {
  void* frames = nullptr;
  begin_switch(&frames, stacks_of_thread, to.stack);
  how = switch_stacks(from, to, how);
  end_switch(frames);
  return how;
}

void arrive_on_stack() {
  if (announces_switches()) end_switch(nullptr);
}

void begin_switch(void** frames, stack_pool* stacks, const void* next) {
  const base::memory_range stack = stack_around(next, stacks);
  __sanitizer_start_switch_fiber(frames, reinterpret_cast<const void*>(stack.begin), stack.size);
}

void end_switch(void* frames) { __sanitizer_finish_switch_fiber(frames, nullptr, nullptr); }

void forget_frames(const void* memory, std::size_t size) {
  if (__asan_unpoison_memory_region != nullptr) __asan_unpoison_memory_region(memory, size);
}

}  // namespace milliamp::detail::fiber

namespace milliamp::detail {

resume_action switch_context_in_library(fiber_context& from, fiber_context& to, resume_action how) {
  using namespace fiber;
  return announces_switches() ? switch_announced(from, to, how) : switch_stacks(from, to, how);
}

}  // namespace milliamp::detail
