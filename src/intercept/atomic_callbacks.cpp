/// @file
/// The callbacks for atomic operations: they record the access and perform the operation. Compilers
/// call them with -fsanitize=thread under these names; <milliamp/atomics.h> calls the operations
/// that compilers do not have.

#include "check/scratch_memory.h"
#include "intercept/on_access.h"
#include "intercept/unused_result.h"

#include <milliamp/export.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <string_view>
#include <type_traits>

namespace {

using milliamp::detail::check::checker;
using milliamp::detail::intercept::on_access;
using milliamp::detail::intercept::unused_result;
using milliamp::detail::race::operation;

/// Lets other threads run now, because no context switch may separate an operation and its record.
/// @param validates_reads see race/validated_reads.h
inline void before_atomic(const volatile void* address, bool depends_on_order,
                          bool validates_reads = true) {
  if (checker* checker = checker::active()) [[unlikely]] {
    checker->before_atomic(address, depends_on_order, validates_reads);
  }
}

/// A memory order without the plugins' mark of an unused result.
constexpr int without_mark(int order) {
  return static_cast<int>(static_cast<unsigned>(order) & ~unused_result);
}

/// Whether the order of an operation among those that commute with it may matter to the program.
constexpr bool has_used_result(int order) { return without_mark(order) == order; }

/// Whether an operation changes the value each time that it is repeated, unlike a maximum.
constexpr bool accumulates(std::string_view name) {
  return name == "fetch_add" || name == "fetch_sub" || name == "fetch_xor";
}

/// Calls f with the memory order strengthened to one of two: acquire-release gives the guarantees
/// of all weaker orders.
template <class F>
inline auto with_order(int order, F f) {
  return without_mark(order) == __ATOMIC_SEQ_CST
             ? f(std::integral_constant<int, __ATOMIC_SEQ_CST>())
             : f(std::integral_constant<int, __ATOMIC_ACQ_REL>());
}

template <operation Op, class T>
MILLIAMP_ALWAYS_INLINE void on_atomic(const volatile T* address, const void* return_address,
                                      bool depends_on_order = true, bool validates_reads = true) {
  before_atomic(address, depends_on_order, validates_reads);
  on_access<sizeof(T), Op>(address, return_address);
}

/// An operation that fails only reads. Whether it will fail is known before: the thread has waited
/// for its turn (see checker::await_turn()), and it fails for no other reason than the value.
/// Another tile can still change that by a data race, or by an operation that need not wait.
template <class T>
MILLIAMP_ALWAYS_INLINE bool compare_exchange(volatile T* address, T* expected, T desired,
                                             const void* return_address) {
  before_atomic(address, true);
  if (__atomic_load_n(address, __ATOMIC_SEQ_CST) == *expected) {
    on_access<sizeof(T), operation::atomic_update>(address, return_address);
  } else {
    on_access<sizeof(T), operation::atomic_load>(address, return_address);
  }
  return __atomic_compare_exchange_n(address, expected, desired, false, __ATOMIC_SEQ_CST,
                                     __ATOMIC_SEQ_CST);
}

}  // namespace

#define MILLIAMP_ATOMIC_RMW(BITS, T, OP, NAME, BUILTIN)                                            \
  extern "C" MILLIAMP_API T __tsan_atomic##BITS##_##NAME(volatile T* address, T value,             \
                                                         int order) {                              \
    constexpr bool is_sum = accumulates(#NAME);                                                    \
    on_atomic<operation::atomic_##OP>(address, __builtin_return_address(0),                        \
                                      has_used_result(order), has_used_result(order) || !is_sum);  \
    return with_order(order, [=](auto o) { return BUILTIN(address, value, decltype(o)::value); }); \
  }

#define MILLIAMP_COMPARE_EXCHANGE(BITS, T, NAME)                                      \
  extern "C" MILLIAMP_API int __tsan_atomic##BITS##_compare_exchange_##NAME(          \
      volatile T* address, T* expected, T desired, int, int) {                        \
    return compare_exchange(address, expected, desired, __builtin_return_address(0)); \
  }

#define MILLIAMP_ATOMIC(BITS, T)                                                               \
  extern "C" MILLIAMP_API T __tsan_atomic##BITS##_load(const volatile T* address, int order) { \
    on_atomic<operation::atomic_load>(address, __builtin_return_address(0));                   \
    return order == __ATOMIC_SEQ_CST ? __atomic_load_n(address, __ATOMIC_SEQ_CST)              \
                                     : __atomic_load_n(address, __ATOMIC_ACQUIRE);             \
  }                                                                                            \
  extern "C" MILLIAMP_API void __tsan_atomic##BITS##_store(volatile T* address, T value,       \
                                                           int order) {                        \
    on_atomic<operation::atomic_store>(address, __builtin_return_address(0));                  \
    order == __ATOMIC_SEQ_CST ? __atomic_store_n(address, value, __ATOMIC_SEQ_CST)             \
                              : __atomic_store_n(address, value, __ATOMIC_RELEASE);            \
  }                                                                                            \
  MILLIAMP_ATOMIC_RMW(BITS, T, exchange, exchange, __atomic_exchange_n)                        \
  MILLIAMP_ATOMIC_RMW(BITS, T, update, fetch_add, __atomic_fetch_add)                          \
  MILLIAMP_ATOMIC_RMW(BITS, T, update, fetch_sub, __atomic_fetch_sub)                          \
  MILLIAMP_ATOMIC_RMW(BITS, T, update, fetch_and, __atomic_fetch_and)                          \
  MILLIAMP_ATOMIC_RMW(BITS, T, update, fetch_or, __atomic_fetch_or)                            \
  MILLIAMP_ATOMIC_RMW(BITS, T, update, fetch_xor, __atomic_fetch_xor)                          \
  MILLIAMP_ATOMIC_RMW(BITS, T, update, fetch_nand, __atomic_fetch_nand)                        \
  MILLIAMP_COMPARE_EXCHANGE(BITS, T, strong)                                                   \
  MILLIAMP_COMPARE_EXCHANGE(BITS, T, weak)                                                     \
  extern "C" MILLIAMP_API T __tsan_atomic##BITS##_compare_exchange_val(                        \
      volatile T* address, T expected, T desired, int, int) {                                  \
    compare_exchange(address, &expected, desired, __builtin_return_address(0));                \
    return expected;                                                                           \
  }

MILLIAMP_ATOMIC(8, std::uint8_t)
MILLIAMP_ATOMIC(16, std::uint16_t)
MILLIAMP_ATOMIC(32, std::uint32_t)
MILLIAMP_ATOMIC(64, std::uint64_t)
__extension__ using uint128 = unsigned __int128;
MILLIAMP_ATOMIC(128, uint128)

extern "C" MILLIAMP_API void __tsan_atomic_thread_fence(int) {
  std::atomic_thread_fence(std::memory_order_seq_cst);
}
extern "C" MILLIAMP_API void __tsan_atomic_signal_fence(int) {
  std::atomic_signal_fence(std::memory_order_seq_cst);
}

// --- Operations of <milliamp/atomics.h> ----------------------------------------------------------

namespace milliamp::detail {

namespace {

template <class T, class Prefers>
T fetch_select(T* dest, T val, int order, Prefers prefers, const void* return_address) {
  on_atomic<operation::atomic_update>(dest, return_address, has_used_result(order));
  T old = __atomic_load_n(dest, __ATOMIC_RELAXED);
  while (prefers(val, old) &&
         !__atomic_compare_exchange_n(dest, &old, val, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
  return old;
}

}  // namespace

#define MILLIAMP_FETCH_SELECT(NAME, T, PREFERS)                                  \
  MILLIAMP_API T NAME(T* dest, T val, int order);                                \
  T NAME(T* dest, T val, int order) {                                            \
    return fetch_select(dest, val, order, PREFERS, __builtin_return_address(0)); \
  }

MILLIAMP_FETCH_SELECT(checked_fetch_max, int, std::greater<>())
MILLIAMP_FETCH_SELECT(checked_fetch_max, unsigned int, std::greater<>())
MILLIAMP_FETCH_SELECT(checked_fetch_min, int, std::less<>())
MILLIAMP_FETCH_SELECT(checked_fetch_min, unsigned int, std::less<>())

MILLIAMP_API void* replace_outside_location(void* dest);
void* replace_outside_location(void* dest) {
  checker* const checker = checker::active();
  if (checker == nullptr || checker->on_outside_access(dest, __builtin_return_address(0))) {
    return dest;
  }
  return check::out_of_bounds_scratch(sizeof(float));
}

}  // namespace milliamp::detail
