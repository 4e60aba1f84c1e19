/// @file
/// Whether this translation unit is instrumented: compiled for milliamp::checked.
#ifndef MILLIAMP_DETAIL_CHECKED_H
#define MILLIAMP_DETAIL_CHECKED_H

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

#endif
