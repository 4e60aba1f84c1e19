#include "engine/hop.h"

#include <cstdint>

#if !MILLIAMP_OWN_HOP
#include <boost/context/detail/fcontext.hpp>
#endif

#if MILLIAMP_ADDRESS_SANITIZER
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

namespace milliamp::detail {

namespace {

// --- Switching -----------------------------------------------------------------------------------

#if MILLIAMP_OWN_HOP

suspended make_switchable(void* top, std::size_t, void (*code)(suspended& self)) {
  // As a call leaves it: a return address, here that of no caller, at an odd multiple of 8.
  const std::uintptr_t begin = reinterpret_cast<std::uintptr_t>(top) & ~std::uintptr_t{15};
  suspended made;
  made.stack = reinterpret_cast<void*>(begin - 24);
  *static_cast<void**>(made.stack) = nullptr;
  made.code = reinterpret_cast<void*>(code);
  return made;
}

#else

using boost::context::detail::transfer_t;

/// What the thread that is reached must know of the hop.
struct departure {
  suspended* from;
  suspended* to;
  wake how;
};

departure arrive_from(const transfer_t& transfer) {
  const departure d = *static_cast<departure*>(transfer.data);
  d.from->stack = transfer.fctx;
  return d;
}

wake switch_stacks(suspended& from, suspended& to, wake how) {
  departure d{&from, &to, how};
  return arrive_from(boost::context::detail::jump_fcontext(to.stack, &d)).how;
}

void begin(transfer_t transfer) {
  suspended& self = *arrive_from(transfer).to;
  reinterpret_cast<void (*)(suspended&)>(self.code)(self);
}

suspended make_switchable(void* top, std::size_t size, void (*code)(suspended& self)) {
  suspended made;
  made.stack = boost::context::detail::make_fcontext(top, size, &begin);
  made.code = reinterpret_cast<void*>(code);
  return made;
}

#endif

// --- AddressSanitizer ----------------------------------------------------------------------------

// It is told on which stack the thread runs: what it does to the frames that an exception leaves,
// it does to the stack that it knows of. Its option detect_stack_use_after_return must be off.
#if MILLIAMP_ADDRESS_SANITIZER

constinit thread_local suspended* left_last = nullptr;

void announce_departure(suspended& from, const suspended& to) {
  left_last = &from;
  __sanitizer_start_switch_fiber(nullptr, to.lowest, to.size);
}
void announce_arrival() {
  __sanitizer_finish_switch_fiber(nullptr, &left_last->lowest, &left_last->size);
}
void forget_frames(const void* memory, std::size_t size) {
  __asan_unpoison_memory_region(memory, size);
}
void set_bounds(suspended& made, const void* top, std::size_t size) {
  // Frames of a thread that has been left may lie there.
  forget_frames(static_cast<const std::byte*>(top) - size, size);
  made.lowest = static_cast<const std::byte*>(top) - size;
  made.size = size;
}

#else

void announce_departure(suspended&, const suspended&) {}
void announce_arrival() {}
void forget_frames(const void*, std::size_t) {}
void set_bounds(suspended&, const void*, std::size_t) {}

#endif

}  // namespace

suspended make_suspended(void* top, std::size_t size, void (*code)(suspended& self)) {
  suspended made = make_switchable(top, size, code);
  set_bounds(made, top, size);
  return made;
}

void arrive_on_stack() { announce_arrival(); }

void forget_stacks(const void* memory, std::size_t size) { forget_frames(memory, size); }

wake hop_in_library(suspended& from, suspended& to, wake how) {
  announce_departure(from, to);
  how = switch_stacks(from, to, how);
  announce_arrival();
  return how;
}

}  // namespace milliamp::detail
