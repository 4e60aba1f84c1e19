// The functions that code compiled with -fsanitize=thread calls, as the compilers name them. There
// is no other definition of them in the process: ThreadSanitizer's own runtime is not linked.
//
// Outside of a kernel on REF each returns after a test of a thread-local pointer and one of what
// host_watch looks for. The place of an access is the return address.

#include "base/program.h"
#include "check/checker.h"
#include "check/scratch_memory.h"
#include "coherence/host_monitor.h"
#include "intercept/access_range.h"

#include <milliamp/detail/host_memory.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>

namespace {

using milliamp::detail::check::checker;
using milliamp::detail::coherence::host_monitor;
using milliamp::detail::intercept::on_access_range;
using milliamp::detail::race::operation;

/// Always inline: the operation is a constant then, and outside of kernels two tests are all.
template <unsigned Size>
MILLIAMP_ALWAYS_INLINE void note(const volatile void* address, operation op,
                                 const void* return_address) {
  if (checker* checker = checker::active()) [[unlikely]] {
    checker->access<Size>(const_cast<const void*>(address), op, return_address);
  } else {
    host_monitor::on_access(const_cast<const void*>(address), Size, op);
  }
}

/// The others may run now: between the operation and its note nobody does.
inline void before_atomic() {
  if (checker* checker = checker::active()) [[unlikely]] {
    checker->before_atomic();
  }
}

/// The compiler's memory order, strengthened to one of two: what C++ promises for each of the
/// weaker ones, acquire-release promises too.
template <class F>
inline auto with_order(int order, F f) {
  return order == __ATOMIC_SEQ_CST ? f(std::integral_constant<int, __ATOMIC_SEQ_CST>())
                                   : f(std::integral_constant<int, __ATOMIC_ACQ_REL>());
}

}  // namespace

#define MILLIAMP_ENTRY extern "C" __attribute__((visibility("default")))

// --- Plain accesses ------------------------------------------------------------------------------

#define MILLIAMP_ACCESS(NAME, SIZE, KIND)                                 \
  MILLIAMP_ENTRY void __tsan_##NAME##SIZE(void* address) {                \
    note<SIZE>(address, operation::KIND, __builtin_return_address(0));    \
  }                                                                       \
  MILLIAMP_ENTRY void __tsan_##NAME##SIZE##_pc(void* address, void* pc) { \
    note<SIZE>(address, operation::KIND, pc);                             \
  }
#define MILLIAMP_READ_WRITE(NAME, SIZE)                                 \
  MILLIAMP_ENTRY void __tsan_##NAME##SIZE(void* address) {              \
    note<SIZE>(address, operation::read, __builtin_return_address(0));  \
    note<SIZE>(address, operation::write, __builtin_return_address(0)); \
  }
#define MILLIAMP_ACCESSES(SIZE)                          \
  MILLIAMP_ACCESS(read, SIZE, read)                      \
  MILLIAMP_ACCESS(write, SIZE, write)                    \
  MILLIAMP_ACCESS(unaligned_read, SIZE, read)            \
  MILLIAMP_ACCESS(unaligned_write, SIZE, write)          \
  MILLIAMP_ACCESS(volatile_read, SIZE, read)             \
  MILLIAMP_ACCESS(volatile_write, SIZE, write)           \
  MILLIAMP_ACCESS(unaligned_volatile_read, SIZE, read)   \
  MILLIAMP_ACCESS(unaligned_volatile_write, SIZE, write) \
  MILLIAMP_READ_WRITE(read_write, SIZE)                  \
  MILLIAMP_READ_WRITE(unaligned_read_write, SIZE)

MILLIAMP_ACCESSES(1)
MILLIAMP_ACCESSES(2)
MILLIAMP_ACCESSES(4)
MILLIAMP_ACCESSES(8)
MILLIAMP_ACCESSES(16)

MILLIAMP_ENTRY void __tsan_read_range(void* address, unsigned long size) {
  on_access_range(address, size, operation::read, __builtin_return_address(0));
}
MILLIAMP_ENTRY void __tsan_write_range(void* address, unsigned long size) {
  on_access_range(address, size, operation::write, __builtin_return_address(0));
}
MILLIAMP_ENTRY void __tsan_read_range_pc(void* address, unsigned long size, void* pc) {
  on_access_range(address, size, operation::read, pc);
}
MILLIAMP_ENTRY void __tsan_write_range_pc(void* address, unsigned long size, void* pc) {
  on_access_range(address, size, operation::write, pc);
}

// Copies and fills of blocks: newer compilers call the functions with the prefix __tsan_; the calls
// of others to the C library are redirected by the linker (see MilliampFlags.cmake).
#define MILLIAMP_BLOCKS(PREFIX)                                                        \
  MILLIAMP_ENTRY void* PREFIX##memcpy(void* to, const void* from, std::size_t size) {  \
    on_access_range(from, size, operation::read, __builtin_return_address(0));         \
    on_access_range(to, size, operation::write, __builtin_return_address(0));          \
    return std::memcpy(to, from, size);                                                \
  }                                                                                    \
  MILLIAMP_ENTRY void* PREFIX##memmove(void* to, const void* from, std::size_t size) { \
    on_access_range(from, size, operation::read, __builtin_return_address(0));         \
    on_access_range(to, size, operation::write, __builtin_return_address(0));          \
    return std::memmove(to, from, size);                                               \
  }                                                                                    \
  MILLIAMP_ENTRY void* PREFIX##memset(void* to, int value, std::size_t size) {         \
    on_access_range(to, size, operation::write, __builtin_return_address(0));          \
    return std::memset(to, value, size);                                               \
  }
MILLIAMP_BLOCKS(__tsan_)
MILLIAMP_BLOCKS(__wrap_)

/// Reads no more than it takes to tell the blocks apart.
MILLIAMP_ENTRY int __wrap_memcmp(const void* a, const void* b, std::size_t size) {
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

// --- Atomic accesses -----------------------------------------------------------------------------

#define MILLIAMP_NOTE_ATOMIC(SIZE, OP) \
  before_atomic();                     \
  note<SIZE>(address, operation::atomic_##OP, __builtin_return_address(0))

/// One that fails has only read: it is noted when that is known.
#define MILLIAMP_NOTE_COMPARE_EXCHANGE(SIZE, STORED)                                \
  note<SIZE>(address, (STORED) ? operation::atomic_update : operation::atomic_load, \
             __builtin_return_address(0))

#define MILLIAMP_ATOMIC_RMW(BITS, SIZE, T, OP, NAME, BUILTIN)                                      \
  MILLIAMP_ENTRY T __tsan_atomic##BITS##_##NAME(volatile T* address, T value, int order) {         \
    MILLIAMP_NOTE_ATOMIC(SIZE, OP);                                                                \
    return with_order(order, [=](auto o) { return BUILTIN(address, value, decltype(o)::value); }); \
  }

#define MILLIAMP_ATOMIC(BITS, SIZE, T)                                                             \
  MILLIAMP_ENTRY T __tsan_atomic##BITS##_load(const volatile T* address, int order) {              \
    MILLIAMP_NOTE_ATOMIC(SIZE, load);                                                              \
    return order == __ATOMIC_SEQ_CST ? __atomic_load_n(address, __ATOMIC_SEQ_CST)                  \
                                     : __atomic_load_n(address, __ATOMIC_ACQUIRE);                 \
  }                                                                                                \
  MILLIAMP_ENTRY void __tsan_atomic##BITS##_store(volatile T* address, T value, int order) {       \
    MILLIAMP_NOTE_ATOMIC(SIZE, store);                                                             \
    if (order == __ATOMIC_SEQ_CST) {                                                               \
      __atomic_store_n(address, value, __ATOMIC_SEQ_CST);                                          \
    } else {                                                                                       \
      __atomic_store_n(address, value, __ATOMIC_RELEASE);                                          \
    }                                                                                              \
  }                                                                                                \
  MILLIAMP_ATOMIC_RMW(BITS, SIZE, T, exchange, exchange, __atomic_exchange_n)                      \
  MILLIAMP_ATOMIC_RMW(BITS, SIZE, T, update, fetch_add, __atomic_fetch_add)                        \
  MILLIAMP_ATOMIC_RMW(BITS, SIZE, T, update, fetch_sub, __atomic_fetch_sub)                        \
  MILLIAMP_ATOMIC_RMW(BITS, SIZE, T, update, fetch_and, __atomic_fetch_and)                        \
  MILLIAMP_ATOMIC_RMW(BITS, SIZE, T, update, fetch_or, __atomic_fetch_or)                          \
  MILLIAMP_ATOMIC_RMW(BITS, SIZE, T, update, fetch_xor, __atomic_fetch_xor)                        \
  MILLIAMP_ATOMIC_RMW(BITS, SIZE, T, update, fetch_nand, __atomic_fetch_nand)                      \
  MILLIAMP_ENTRY int __tsan_atomic##BITS##_compare_exchange_strong(                                \
      volatile T* address, T* expected, T desired, int, int) {                                     \
    before_atomic();                                                                               \
    const bool stored = __atomic_compare_exchange_n(address, expected, desired, false,             \
                                                    __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);           \
    MILLIAMP_NOTE_COMPARE_EXCHANGE(SIZE, stored);                                                  \
    return stored;                                                                                 \
  }                                                                                                \
  MILLIAMP_ENTRY int __tsan_atomic##BITS##_compare_exchange_weak(volatile T* address, T* expected, \
                                                                 T desired, int, int) {            \
    before_atomic();                                                                               \
    const bool stored = __atomic_compare_exchange_n(address, expected, desired, true,              \
                                                    __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);           \
    MILLIAMP_NOTE_COMPARE_EXCHANGE(SIZE, stored);                                                  \
    return stored;                                                                                 \
  }                                                                                                \
  MILLIAMP_ENTRY T __tsan_atomic##BITS##_compare_exchange_val(volatile T* address, T expected,     \
                                                              T desired, int, int) {               \
    before_atomic();                                                                               \
    const bool stored = __atomic_compare_exchange_n(address, &expected, desired, false,            \
                                                    __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);           \
    MILLIAMP_NOTE_COMPARE_EXCHANGE(SIZE, stored);                                                  \
    return expected;                                                                               \
  }

MILLIAMP_ATOMIC(8, 1, std::uint8_t)
MILLIAMP_ATOMIC(16, 2, std::uint16_t)
MILLIAMP_ATOMIC(32, 4, std::uint32_t)
MILLIAMP_ATOMIC(64, 8, std::uint64_t)
__extension__ using uint128 = unsigned __int128;
MILLIAMP_ATOMIC(128, 16, uint128)

MILLIAMP_ENTRY void __tsan_atomic_thread_fence(int) {
  std::atomic_thread_fence(std::memory_order_seq_cst);
}
MILLIAMP_ENTRY void __tsan_atomic_signal_fence(int) {
  std::atomic_signal_fence(std::memory_order_seq_cst);
}

// --- Atomic operations of <milliamp/atomics.h> that compilers do not have ------------------------

namespace milliamp::detail {

namespace {

template <class T, class Prefers>
inline T fetch_select(T* dest, T val, Prefers prefers, const void* return_address) {
  before_atomic();
  note<sizeof(T)>(dest, operation::atomic_update, return_address);
  T old = __atomic_load_n(dest, __ATOMIC_RELAXED);
  while (prefers(val, old) &&
         !__atomic_compare_exchange_n(dest, &old, val, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
  return old;
}

}  // namespace

#define MILLIAMP_FETCH_SELECT(NAME, T, PREFERS) \
  MILLIAMP_API T NAME(T* dest, T val);          \
  T NAME(T* dest, T val) { return fetch_select(dest, val, PREFERS, __builtin_return_address(0)); }

MILLIAMP_FETCH_SELECT(checked_fetch_max, int, std::greater<>())
MILLIAMP_FETCH_SELECT(checked_fetch_max, unsigned int, std::greater<>())
MILLIAMP_FETCH_SELECT(checked_fetch_min, int, std::less<>())
MILLIAMP_FETCH_SELECT(checked_fetch_min, unsigned int, std::less<>())

MILLIAMP_API void* replace_outside_location(void* dest);
void* replace_outside_location(void* dest) {
  checker* const checker = checker::active();
  if (checker == nullptr) return dest;
  checker->on_outside_access(dest, __builtin_return_address(0));
  return check::out_of_bounds_scratch(sizeof(float));
}

}  // namespace milliamp::detail

// --- The rest ------------------------------------------------------------------------------------

/// Every instrumented part of the program calls this while it is being loaded.
MILLIAMP_ENTRY void __tsan_init() {
  milliamp::detail::base::mark_program_checked();
  milliamp::detail::tracks_host_memory = true;
}

MILLIAMP_ENTRY void __tsan_func_entry(void* return_address) {
  if (checker* checker = checker::active()) [[unlikely]] {
    checker->enter_function(return_address);
  } else {
    // Instrumented code keeps frame pointers: the caller's is found where this function has saved
    // it, and above that begins the frame of the caller's caller.
    const void* const* const callers_frame =
        *static_cast<const void* const* const*>(__builtin_frame_address(0));
    host_monitor::on_frame(callers_frame + 2);
  }
}
MILLIAMP_ENTRY void __tsan_func_exit() {
  if (checker* checker = checker::active()) [[unlikely]]
    checker->leave_function();
}
MILLIAMP_ENTRY void __tsan_ignore_thread_begin() {}
MILLIAMP_ENTRY void __tsan_ignore_thread_end() {}
MILLIAMP_ENTRY void __tsan_vptr_read(void** address) {
  note<sizeof(void*)>(address, operation::read, __builtin_return_address(0));
}
MILLIAMP_ENTRY void __tsan_vptr_update(void** address, void*) {
  note<sizeof(void*)>(address, operation::write, __builtin_return_address(0));
}
