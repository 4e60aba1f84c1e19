/// @file
/// Code that must precede the standard headers, and `tile_static`, which the program's own headers
/// may use before they include `<amp.h>`.
///
/// Hides the C library's function `index`, which `<strings.h>` declares in the global namespace:
/// `using namespace concurrency; index<1> i;` is ambiguous once that function has been declared.
/// `<amp.h>` includes this file first. The CMake targets and `milliamp c++` also include it ahead
/// of every source file, so that a standard header may come before `<amp.h>`.
#ifndef MILLIAMP_PRELUDE_H
#define MILLIAMP_PRELUDE_H

#include <milliamp/tile_static.h>
#ifdef MILLIAMP_LANGUAGE_FRONT_END
#include <milliamp/detail/view_context.h>  // Calls choose between overloads by it.
#endif

#define index milliamp_hidden_c_index
#include <strings.h>
#undef index

/// Visual C++'s name of the namespace. Programs reopen it, and the namespaces in it, before and
/// after the library's headers. An alias cannot be reopened, and using-directives between two
/// namespaces would make a nested one, such as graphics, ambiguous.
#define Concurrency concurrency

// The standard library copies, fills and compares blocks by compiler built-ins, whose accesses the
// compilers do not instrument. Instrumented code calls the C library's functions instead, as
// programs do, which the library wraps. Constant expressions keep the built-ins.
#include <milliamp/detail/checked.h>
#if MILLIAMP_CHECKED_CODE
#include <string.h>
#define MILLIAMP_BLOCK_FUNCTION(NAME, ...) \
  (__builtin_is_constant_evaluated() ? __builtin_##NAME(__VA_ARGS__) : ::NAME(__VA_ARGS__))
#if !defined(__clang__)
#define __builtin_memcpy(...) MILLIAMP_BLOCK_FUNCTION(memcpy, __VA_ARGS__)
#define __builtin_memmove(...) MILLIAMP_BLOCK_FUNCTION(memmove, __VA_ARGS__)
#define __builtin_memset(...) MILLIAMP_BLOCK_FUNCTION(memset, __VA_ARGS__)
#endif
#define __builtin_memcmp(...) MILLIAMP_BLOCK_FUNCTION(memcmp, __VA_ARGS__)
#endif

#endif
