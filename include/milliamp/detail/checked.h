/// @file
/// Whether this translation unit is instrumented, that is, compiled for milliamp::checked.
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

// GCC's plugin says the same. Clang has no macros for its sanitizers.
#if MILLIAMP_CHECKED_CODE && defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(hwaddress_sanitizer)
#error milliamp::checked and -fsanitize=address or hwaddress exclude each other; checked \
programs report invalid accesses of kernels, and milliamp::milliamp with the sanitizer checks the rest
#elif __has_feature(memory_sanitizer)
#error milliamp::checked and -fsanitize=memory exclude each other; checked programs report reads of \
uninitialized memory in kernels, and MemorySanitizer needs all libraries to be instrumented
#endif
#endif

// The flags of a checked program have the same macros. CMake's targets define this one.
#if MILLIAMP_CHECKED_CODE && defined(MILLIAMP_WITH_THREAD_SANITIZER)
#error milliamp::checked and -fsanitize=thread exclude each other; checked programs report the races \
of kernels, and milliamp::milliamp with the sanitizer checks the rest
#endif

/// Defined as 1 for a plain translation unit, it makes its kernels test indices. As on a device, a
/// write out of bounds is dropped then, and a read finds 0. Instrumented ones do so in any case.
#ifndef MILLIAMP_DROP_OUT_OF_BOUNDS
#define MILLIAMP_DROP_OUT_OF_BOUNDS 0
#endif

/// Marks a function that does more in instrumented translation units than in plain ones. It has a
/// different mangled name there, so that one program can contain both.
#if MILLIAMP_CHECKED_CODE
#define MILLIAMP_CHECKED_VARIANT __attribute__((abi_tag("checked")))
#elif MILLIAMP_DROP_OUT_OF_BOUNDS
#define MILLIAMP_CHECKED_VARIANT __attribute__((abi_tag("dropping")))
#else
#define MILLIAMP_CHECKED_VARIANT
#endif

/// Excludes a library function from instrumentation: it only accesses the library's own data. Code
/// inlined into it is not instrumented either, so it must not inline a kernel. Library functions
/// that it calls often must be always-inline, because Clang would not inline them.
#if !MILLIAMP_CHECKED_CODE
#define MILLIAMP_UNINSTRUMENTED
#elif defined(__clang__)
#define MILLIAMP_UNINSTRUMENTED __attribute__((disable_sanitizer_instrumentation))
#else
#define MILLIAMP_UNINSTRUMENTED __attribute__((no_sanitize("thread")))
#endif

/// MILLIAMP_THREAD_CALL marks the function that calls a kernel for one thread. In instrumented
/// translation units it is not inlined into the loop over threads: the compiler would merge
/// accesses of different threads into one. In plain ones it is.
///
/// MILLIAMP_UNWATCHED marks small functions that kernels call often. In instrumented translation
/// units, one uninstrumented call replaces a callback for each memory access in them.
#if MILLIAMP_CHECKED_CODE
#define MILLIAMP_THREAD_CALL __attribute__((noinline))
#define MILLIAMP_UNWATCHED MILLIAMP_UNINSTRUMENTED __attribute__((noinline))
#else
#define MILLIAMP_THREAD_CALL MILLIAMP_ALWAYS_INLINE
#define MILLIAMP_UNWATCHED MILLIAMP_ALWAYS_INLINE
#endif

/// Keeps the compiler from merging calls in different locations: barriers are distinguished by the
/// locations of their calls. GCC does not merge calls that differ in an argument.
#if defined(__has_cpp_attribute)
#if __has_cpp_attribute(clang::nomerge)
#define MILLIAMP_DISTINCT_CALL [[clang::nomerge]]
#endif
#endif
#ifndef MILLIAMP_DISTINCT_CALL
#define MILLIAMP_DISTINCT_CALL
#endif

#endif
