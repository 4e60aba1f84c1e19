/// @file
/// Functions that are inlined at every optimization level, and loops that are unrolled.
#ifndef MILLIAMP_DETAIL_ALWAYS_INLINE_H
#define MILLIAMP_DETAIL_ALWAYS_INLINE_H

#define MILLIAMP_ALWAYS_INLINE __attribute__((always_inline)) inline

/// Before a loop over the dimensions of an index or an extent: the loop is unrolled. GCC does so
/// anyway. Clang does not in code that is compiled with -fno-unroll-loops, as checked code is.
#ifdef __clang__
#define MILLIAMP_UNROLL _Pragma("clang loop unroll(full)")
#else
#define MILLIAMP_UNROLL
#endif

#endif
