/// @file
/// Whether this translation unit is instrumented: compiled for milliamp::checked.
#ifndef MILLIAMP_DETAIL_CHECKED_H
#define MILLIAMP_DETAIL_CHECKED_H

#include <milliamp/detail/always_inline.h>

/// 1 in an instrumented translation unit, 0 in a plain one.
#if defined(__SANITIZE_THREAD__)
#define MILLIAMP_CHECKED_CODE 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define MILLIAMP_CHECKED_CODE 1
#endif
#endif
#ifndef MILLIAMP_CHECKED_CODE
#define MILLIAMP_CHECKED_CODE 0
#endif

/// Marks a function that does more in instrumented translation units than in plain ones. Its name
/// there is another one, so that one program may hold both.
#if MILLIAMP_CHECKED_CODE
#define MILLIAMP_CHECKED_VARIANT __attribute__((abi_tag("checked")))
#else
#define MILLIAMP_CHECKED_VARIANT
#endif

/// Marks a function of the library's that is not instrumented: it reads and writes but what is the
/// library's own. What is inlined there is not instrumented either, so it must not call a kernel
/// that can be; and the library's functions that it often calls are to be inlined always, or Clang
/// would not do so.
#if !MILLIAMP_CHECKED_CODE
#define MILLIAMP_UNINSTRUMENTED
#elif defined(__clang__)
#define MILLIAMP_UNINSTRUMENTED __attribute__((disable_sanitizer_instrumentation))
#else
#define MILLIAMP_UNINSTRUMENTED __attribute__((no_sanitize("thread")))
#endif

/// Marks the function that calls a kernel for one thread. In instrumented translation units the
/// loop over threads must not see into it, or the compiler would merge accesses of several threads
/// into one; in plain ones it shall.
///
/// MILLIAMP_UNWATCHED marks small functions that kernels call all the time. In instrumented
/// translation units one call takes the place of a report of each thing that it reads.
#if MILLIAMP_CHECKED_CODE
#define MILLIAMP_THREAD_CALL __attribute__((noinline))
#define MILLIAMP_UNWATCHED MILLIAMP_UNINSTRUMENTED __attribute__((noinline))
#else
#define MILLIAMP_THREAD_CALL MILLIAMP_ALWAYS_INLINE
#define MILLIAMP_UNWATCHED MILLIAMP_ALWAYS_INLINE
#endif

/// Keeps a compiler from making one call of two that stand in different places, for barriers are
/// told apart by the places of their calls. GCC does not merge calls that differ in an argument.
#if defined(__has_cpp_attribute)
#if __has_cpp_attribute(clang::nomerge)
#define MILLIAMP_DISTINCT_CALL [[clang::nomerge]]
#endif
#endif
#ifndef MILLIAMP_DISTINCT_CALL
#define MILLIAMP_DISTINCT_CALL
#endif

#endif
