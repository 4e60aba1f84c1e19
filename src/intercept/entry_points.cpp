/// @file
/// The functions that code compiled with -fsanitize=thread calls, under the names that the
/// compilers use. The process has no other definition of them: ThreadSanitizer's own runtime is not
/// linked.

#include "base/program.h"
#include "intercept/frame_end.h"
#include "intercept/on_access.h"

#include <milliamp/detail/host_memory.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace {

using milliamp::detail::check::checker;
using milliamp::detail::coherence::host_memory_registry;
using milliamp::detail::intercept::end_frames_below_caller;
using milliamp::detail::intercept::on_access_range;
using milliamp::detail::intercept::on_read;
using milliamp::detail::intercept::on_write;
using milliamp::detail::race::operation;

/// @param frame the frame address of the callback
MILLIAMP_ALWAYS_INLINE void enter_function(const void* return_address, const void* frame) {
  if (checker* checker = checker::active()) [[unlikely]] {
    checker->enter_function(return_address);
  } else {
    end_frames_below_caller(static_cast<const void* const*>(frame));
  }
}

MILLIAMP_ALWAYS_INLINE void leave_function() {
  if (checker* checker = checker::active()) [[unlikely]]
    checker->leave_function();
}

/// Whether values that code outside of REF is about to read may concern the host_memory_registry.
bool may_be_pending(const void* first, std::ptrdiff_t stride, std::size_t count, std::size_t size) {
  constexpr std::ptrdiff_t most = 1 << 20;  // so that the product does not overflow
  if (count > most || stride > most || stride < -most) return true;
  const std::ptrdiff_t last = stride * (static_cast<std::ptrdiff_t>(count) - 1);
  const auto begin = reinterpret_cast<std::uintptr_t>(first) +
                     static_cast<std::uintptr_t>(std::min<std::ptrdiff_t>(last, 0));
  return host_memory_registry::instance().may_be_pending(
      {begin, static_cast<std::size_t>(std::abs(last)) + size});
}

}  // namespace

#define MILLIAMP_CALLBACK(NAME, PARAMETERS, BODY) \
  extern "C" MILLIAMP_API void __tsan_##NAME PARAMETERS { BODY }
#include "intercept/callbacks.def"

// --- Loops ---------------------------------------------------------------------------------------

/// Called by a kernel before a loop that reads a value in each iteration and synchronizes with no
/// other thread. The plugins insert it, see src/instrument.
/// @param stride the distance from a value to the next one, in bytes
/// @param size the size of a value, in bytes
/// @return null if the reads have been recorded or need no record; otherwise each read needs a
/// callback such as __tsan_read4_pc, which gets this as its call site
extern "C" MILLIAMP_API const void* __milliamp_read_values(const void* first, std::ptrdiff_t stride,
                                                           std::size_t count, std::size_t size) {
  const void* const call_site = __builtin_return_address(0);
  checker* const checker = checker::active();
  const bool is_done = checker != nullptr
                           ? checker->read_values(first, stride, count, size, call_site)
                           : !may_be_pending(first, stride, count, size);
  return is_done ? nullptr : call_site;
}

/// Called before the loop over a row of points. Each iteration is the thread of one point and
/// accesses one element. The running thread is that of the first point. Parameters and result as
/// above.
/// @param is_write the points write their elements
extern "C" MILLIAMP_API const void* __milliamp_access_row(const void* first, std::ptrdiff_t stride,
                                                          std::size_t count, std::size_t size,
                                                          int is_write) {
  const void* const call_site = __builtin_return_address(0);
  checker* const checker = checker::active();
  const operation op = is_write != 0 ? operation::write : operation::read;
  const bool is_done = checker != nullptr
                           ? checker->access_row(first, stride, count, size, op, call_site)
                           : !may_be_pending(first, stride, count, size);
  return is_done ? nullptr : call_site;
}

// --- Block operations ----------------------------------------------------------------------------

// Newer compilers call the functions with the prefix __tsan_. Calls of the C library's functions,
// which other compilers emit, are redirected (see MilliampFlags.cmake).
#define MILLIAMP_BLOCKS(PREFIX)                                                                 \
  extern "C" MILLIAMP_API void* PREFIX##memcpy(void* to, const void* from, std::size_t size) {  \
    on_access_range(from, size, operation::read, __builtin_return_address(0));                  \
    on_access_range(to, size, operation::write, __builtin_return_address(0));                   \
    return std::memcpy(to, from, size);                                                         \
  }                                                                                             \
  extern "C" MILLIAMP_API void* PREFIX##memmove(void* to, const void* from, std::size_t size) { \
    on_access_range(from, size, operation::read, __builtin_return_address(0));                  \
    on_access_range(to, size, operation::write, __builtin_return_address(0));                   \
    return std::memmove(to, from, size);                                                        \
  }                                                                                             \
  extern "C" MILLIAMP_API void* PREFIX##memset(void* to, int value, std::size_t size) {         \
    on_access_range(to, size, operation::write, __builtin_return_address(0));                   \
    return std::memset(to, value, size);                                                        \
  }
MILLIAMP_BLOCKS(__tsan_)
MILLIAMP_BLOCKS(__wrap_)

/// Accesses the bytes up to the first difference only.
extern "C" MILLIAMP_API int __wrap_memcmp(const void* a, const void* b, std::size_t size) {
  const int order = std::memcmp(a, b, size);
  std::size_t read = size;
  if (order != 0) {
    const auto* const bytes = static_cast<const std::byte*>(a);
    const auto difference = std::mismatch(bytes, bytes + size, static_cast<const std::byte*>(b));
    read = static_cast<std::size_t>(difference.first - bytes) + 1;
  }
  on_access_range(a, read, operation::read, __builtin_return_address(0));
  on_access_range(b, read, operation::read, __builtin_return_address(0));
  return order;
}

// --- Initialization ------------------------------------------------------------------------------

/// Called by every instrumented object file while it is loaded.
extern "C" MILLIAMP_API void __tsan_init() {
  milliamp::detail::base::mark_program_checked();
  milliamp::detail::tracks_host_memory = true;
}

extern "C" MILLIAMP_API void __tsan_ignore_thread_begin() {}
extern "C" MILLIAMP_API void __tsan_ignore_thread_end() {}
