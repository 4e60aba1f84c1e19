/// @file
/// Checks of the library's own preconditions. The CMake option MILLIAMP_ASSERTIONS enables them,
/// independently of NDEBUG.
#pragma once

namespace milliamp::detail::base {

/// Prints the condition and its location to standard error and aborts.
[[noreturn]] void fail_assertion(const char* file, int line, const char* condition);

}  // namespace milliamp::detail::base

/// Aborts if a condition is false that only a bug in the library can make false. Generates no code
/// when assertions are disabled.
#if MILLIAMP_ASSERTIONS
#define MILLIAMP_ASSERT(condition) \
  (static_cast<bool>(condition)    \
       ? static_cast<void>(0)      \
       : ::milliamp::detail::base::fail_assertion(__FILE__, __LINE__, #condition))
#else
#define MILLIAMP_ASSERT(condition) static_cast<void>(sizeof(static_cast<bool>(condition)))
#endif
