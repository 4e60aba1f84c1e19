/// @file
/// What the headers need of the compiler. If something is missing, the headers of C++ AMP say what,
/// and are empty, so that this is the first error.
#ifndef MILLIAMP_DETAIL_REQUIREMENTS_H
#define MILLIAMP_DETAIL_REQUIREMENTS_H

#define MILLIAMP_REQUIREMENTS_MET 1

#if defined(__clang__) ? __clang_major__ < 14 : !defined(__GNUC__) || __GNUC__ < 11
#undef MILLIAMP_REQUIREMENTS_MET
#define MILLIAMP_REQUIREMENTS_MET 0
#error "Milliamp does not work with this compiler: use GCC 11 or Clang 14, or a later version"
#elif __cplusplus < 201703L
#undef MILLIAMP_REQUIREMENTS_MET
#define MILLIAMP_REQUIREMENTS_MET 0
#error "Milliamp needs C++17: compile with -std=c++17 or -std=c++20"
#elif !defined(__cpp_rtti)
#undef MILLIAMP_REQUIREMENTS_MET
#define MILLIAMP_REQUIREMENTS_MET 0
#error "Milliamp needs run-time type information: compile without -fno-rtti"
#elif !defined(__clang__) && !defined(__cpp_exceptions)
#undef MILLIAMP_REQUIREMENTS_MET
#define MILLIAMP_REQUIREMENTS_MET 0
#error "Milliamp reports errors by exceptions: compile without -fno-exceptions"
#elif defined(__clang__)
#if __has_feature(memory_sanitizer)
#undef MILLIAMP_REQUIREMENTS_MET
#define MILLIAMP_REQUIREMENTS_MET 0
#error "MemorySanitizer needs all libraries to be instrumented: compile without -fsanitize=memory"
#endif
#endif

#endif
