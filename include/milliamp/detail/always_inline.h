/// @file
/// Marks functions that are inlined at every optimization level.
#ifndef MILLIAMP_DETAIL_ALWAYS_INLINE_H
#define MILLIAMP_DETAIL_ALWAYS_INLINE_H

#define MILLIAMP_ALWAYS_INLINE __attribute__((always_inline)) inline

#endif
