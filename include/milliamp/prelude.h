/// @file
/// What has to be ahead of the standard headers.
///
/// Hides the C library's function `index`, which `<strings.h>` declares in the global namespace:
/// `using namespace concurrency; index<1> i;` is ambiguous once that function has been declared.
/// `<amp.h>` includes this file before all else; the CMake targets and `milliamp c++` include it
/// ahead of every source, so that a standard header seen before `<amp.h>` changes nothing.
#ifndef MILLIAMP_PRELUDE_H
#define MILLIAMP_PRELUDE_H

#define index milliamp_hidden_c_index
#include <strings.h>
#undef index

// The standard library copies, fills and compares blocks by the compilers' own functions, of whose
// accesses the compilers do not tell the checker. In instrumented code it calls the C library's,
// as programs do, which the linker redirects; but for constant expressions, which have no others.
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
