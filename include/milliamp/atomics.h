/// @file
/// Atomic operations on int, unsigned int and float (spec 6).
///
///     atomic_fetch_add(&histogram[bin], 1);
///
/// The location may be an element of an array or an array_view, a component of a short vector or a
/// tile_static variable. Operations are relaxed: they order nothing but the location itself (spec
/// 8.1.2). They use compiler built-ins, which are instrumented in a checked program. They are
/// always inlined, so that the checker reports their locations in the program and not in this
/// header.
#ifndef MILLIAMP_ATOMICS_H
#define MILLIAMP_ATOMICS_H

#include <milliamp/detail/checked.h>
#include <milliamp/detail/restrictions.h>
#include <milliamp/detail/tile.h>

#if MILLIAMP_CHECKED_CODE
namespace milliamp::detail {

/// Instrumented code calls these for maximum and minimum, so that the checker sees one atomic
/// operation instead of a compare-exchange loop.
/// @param order relaxed; a compiler plugin adds whether the result is used
MILLIAMP_API int checked_fetch_max(int* dest, int val, int order);
MILLIAMP_API unsigned int checked_fetch_max(unsigned int* dest, unsigned int val, int order);
MILLIAMP_API int checked_fetch_min(int* dest, int val, int order);
MILLIAMP_API unsigned int checked_fetch_min(unsigned int* dest, unsigned int val, int order);

/// Instrumented code calls this for a location outside its variable: the compilers' bounds check
/// accepts the address one past the last element.
/// @return the address to use instead
MILLIAMP_API void* replace_outside_location(void* dest);

}  // namespace milliamp::detail
#endif

namespace concurrency {
namespace details {

/// Hides a value from the optimizer in instrumented code. Otherwise the compiler replaces an
/// exchange whose result is unused by a store, and an addition of 0 by a load. That is correct, but
/// the checker would no longer see the program's operations.
template <class T>
MILLIAMP_ALWAYS_INLINE MILLIAMP_CHECKED_VARIANT T opaque(T value) {
#if MILLIAMP_CHECKED_CODE
  asm volatile("" : "+r"(value));
#endif
  return value;
}

/// Keeps an operation apart from the same one in another branch. Otherwise Clang merges them, and
/// the checker knows the line of neither. Does not use the result: see checked_fetch_max().
template <class T>
MILLIAMP_ALWAYS_INLINE MILLIAMP_CHECKED_VARIANT T distinct(T result) {
#if MILLIAMP_CHECKED_CODE
  asm volatile("" : :);
#endif
  return result;
}

/// The location of an operation. In instrumented code, it is replaced where it is known to be
/// outside its variable. The compiler knows the variable of an address only where it optimizes.
template <class T>
MILLIAMP_ALWAYS_INLINE MILLIAMP_CHECKED_VARIANT T* location(T* dest) {
#if MILLIAMP_CHECKED_CODE && __has_builtin(__builtin_dynamic_object_size)  // not in GCC 11
  if (__builtin_dynamic_object_size(dest, 0) < sizeof(T)) {
    return static_cast<T*>(milliamp::detail::replace_outside_location(dest));
  }
#endif
  return dest;
}

/// Reads and writes *expected_val explicitly: GCC does not instrument the accesses of the built-in
/// to it.
template <class T>
MILLIAMP_ALWAYS_INLINE bool atomic_compare_exchange(T* dest, T* expected_val, T val) {
  T stored = *expected_val;
  if (__atomic_compare_exchange_n(details::location(dest), &stored, val, /*weak=*/false,
                                  __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    return true;
  }
  *expected_val = stored;
  return false;
}

/// Stores val if prefers(val, stored) is true. The compilers have no built-in for this.
template <class T, class Prefers>
MILLIAMP_ALWAYS_INLINE T atomic_fetch_select(T* dest, T val, Prefers prefers) {
  T old = __atomic_load_n(dest, __ATOMIC_RELAXED);
  while (prefers(val, old) && !details::atomic_compare_exchange(dest, &old, val)) {
  }
  return old;
}

template <class T>
MILLIAMP_ALWAYS_INLINE MILLIAMP_CHECKED_VARIANT T atomic_fetch_max(T* dest, T val) {
#if MILLIAMP_CHECKED_CODE
  return details::distinct(
      milliamp::detail::checked_fetch_max(details::location(dest), val, __ATOMIC_RELAXED));
#else
  return details::atomic_fetch_select(dest, val, [](T a, T b) { return a > b; });
#endif
}

template <class T>
MILLIAMP_ALWAYS_INLINE MILLIAMP_CHECKED_VARIANT T atomic_fetch_min(T* dest, T val) {
#if MILLIAMP_CHECKED_CODE
  return details::distinct(
      milliamp::detail::checked_fetch_min(details::location(dest), val, __ATOMIC_RELAXED));
#else
  return details::atomic_fetch_select(dest, val, [](T a, T b) { return a < b; });
#endif
}

}  // namespace details

/// Stores val and returns the previous value (spec 6.2).
MILLIAMP_AMP_ONLY MILLIAMP_ALWAYS_INLINE int atomic_exchange(int* dest, int val) {
  return details::opaque(
      __atomic_exchange_n(details::location(dest), details::opaque(val), __ATOMIC_RELAXED));
}
MILLIAMP_AMP_ONLY MILLIAMP_ALWAYS_INLINE unsigned int atomic_exchange(unsigned int* dest,
                                                                      unsigned int val) {
  return details::opaque(
      __atomic_exchange_n(details::location(dest), details::opaque(val), __ATOMIC_RELAXED));
}
MILLIAMP_AMP_ONLY MILLIAMP_ALWAYS_INLINE float atomic_exchange(float* dest, float val) {
  float old;
  __atomic_exchange(details::location(dest), &val, &old, __ATOMIC_RELAXED);
  return details::opaque(old);
}

/// Stores val if the stored value equals *expected_val, and returns whether it did. *expected_val
/// becomes the previous value (spec 6.2). Does not fail spuriously.
MILLIAMP_AMP_ONLY MILLIAMP_ALWAYS_INLINE bool atomic_compare_exchange(int* dest, int* expected_val,
                                                                      int val) {
  return details::atomic_compare_exchange(dest, expected_val, val);
}
MILLIAMP_AMP_ONLY MILLIAMP_ALWAYS_INLINE bool atomic_compare_exchange(unsigned int* dest,
                                                                      unsigned int* expected_val,
                                                                      unsigned int val) {
  return details::atomic_compare_exchange(dest, expected_val, val);
}

/// Adds val, modulo 2^32, and returns the previous value (spec 6.3).
MILLIAMP_AMP_ONLY MILLIAMP_ALWAYS_INLINE int atomic_fetch_add(int* dest, int val) {
  return details::distinct(
      __atomic_fetch_add(details::location(dest), details::opaque(val), __ATOMIC_RELAXED));
}
MILLIAMP_AMP_ONLY MILLIAMP_ALWAYS_INLINE unsigned int atomic_fetch_add(unsigned int* dest,
                                                                       unsigned int val) {
  return details::distinct(
      __atomic_fetch_add(details::location(dest), details::opaque(val), __ATOMIC_RELAXED));
}

/// Subtracts val, modulo 2^32, and returns the previous value.
MILLIAMP_AMP_ONLY MILLIAMP_ALWAYS_INLINE int atomic_fetch_sub(int* dest, int val) {
  return details::distinct(
      __atomic_fetch_sub(details::location(dest), details::opaque(val), __ATOMIC_RELAXED));
}
MILLIAMP_AMP_ONLY MILLIAMP_ALWAYS_INLINE unsigned int atomic_fetch_sub(unsigned int* dest,
                                                                       unsigned int val) {
  return details::distinct(
      __atomic_fetch_sub(details::location(dest), details::opaque(val), __ATOMIC_RELAXED));
}

/// Stores the greater of val and the previous value, and returns the previous value.
MILLIAMP_AMP_ONLY MILLIAMP_ALWAYS_INLINE int atomic_fetch_max(int* dest, int val) {
  return details::atomic_fetch_max(dest, val);
}
MILLIAMP_AMP_ONLY MILLIAMP_ALWAYS_INLINE unsigned int atomic_fetch_max(unsigned int* dest,
                                                                       unsigned int val) {
  return details::atomic_fetch_max(dest, val);
}

/// Stores the lesser of val and the previous value, and returns the previous value.
MILLIAMP_AMP_ONLY MILLIAMP_ALWAYS_INLINE int atomic_fetch_min(int* dest, int val) {
  return details::atomic_fetch_min(dest, val);
}
MILLIAMP_AMP_ONLY MILLIAMP_ALWAYS_INLINE unsigned int atomic_fetch_min(unsigned int* dest,
                                                                       unsigned int val) {
  return details::atomic_fetch_min(dest, val);
}

/// Stores the bitwise AND of val and the previous value, and returns the previous value.
MILLIAMP_AMP_ONLY MILLIAMP_ALWAYS_INLINE int atomic_fetch_and(int* dest, int val) {
  return details::distinct(
      __atomic_fetch_and(details::location(dest), details::opaque(val), __ATOMIC_RELAXED));
}
MILLIAMP_AMP_ONLY MILLIAMP_ALWAYS_INLINE unsigned int atomic_fetch_and(unsigned int* dest,
                                                                       unsigned int val) {
  return details::distinct(
      __atomic_fetch_and(details::location(dest), details::opaque(val), __ATOMIC_RELAXED));
}

/// Stores the bitwise OR of val and the previous value, and returns the previous value.
MILLIAMP_AMP_ONLY MILLIAMP_ALWAYS_INLINE int atomic_fetch_or(int* dest, int val) {
  return details::distinct(
      __atomic_fetch_or(details::location(dest), details::opaque(val), __ATOMIC_RELAXED));
}
MILLIAMP_AMP_ONLY MILLIAMP_ALWAYS_INLINE unsigned int atomic_fetch_or(unsigned int* dest,
                                                                      unsigned int val) {
  return details::distinct(
      __atomic_fetch_or(details::location(dest), details::opaque(val), __ATOMIC_RELAXED));
}

/// Stores the bitwise exclusive OR of val and the previous value, and returns the previous value.
MILLIAMP_AMP_ONLY MILLIAMP_ALWAYS_INLINE int atomic_fetch_xor(int* dest, int val) {
  return details::distinct(
      __atomic_fetch_xor(details::location(dest), details::opaque(val), __ATOMIC_RELAXED));
}
MILLIAMP_AMP_ONLY MILLIAMP_ALWAYS_INLINE unsigned int atomic_fetch_xor(unsigned int* dest,
                                                                       unsigned int val) {
  return details::distinct(
      __atomic_fetch_xor(details::location(dest), details::opaque(val), __ATOMIC_RELAXED));
}

/// Adds 1, modulo 2^32, and returns the previous value.
MILLIAMP_AMP_ONLY MILLIAMP_ALWAYS_INLINE int atomic_fetch_inc(int* dest) {
  return atomic_fetch_add(dest, 1);
}
MILLIAMP_AMP_ONLY MILLIAMP_ALWAYS_INLINE unsigned int atomic_fetch_inc(unsigned int* dest) {
  return atomic_fetch_add(dest, 1u);
}

/// Subtracts 1, modulo 2^32, and returns the previous value.
MILLIAMP_AMP_ONLY MILLIAMP_ALWAYS_INLINE int atomic_fetch_dec(int* dest) {
  return atomic_fetch_sub(dest, 1);
}
MILLIAMP_AMP_ONLY MILLIAMP_ALWAYS_INLINE unsigned int atomic_fetch_dec(unsigned int* dest) {
  return atomic_fetch_sub(dest, 1u);
}

}  // namespace concurrency

#endif
