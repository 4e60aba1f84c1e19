/// @file
/// A mark for functions that are to be inlined at every level of optimization.
#ifndef MILLIAMP_DETAIL_ALWAYS_INLINE_H
#define MILLIAMP_DETAIL_ALWAYS_INLINE_H

#define MILLIAMP_ALWAYS_INLINE __attribute__((always_inline)) inline

#endif
