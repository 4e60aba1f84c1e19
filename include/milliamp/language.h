/// @file
/// The two language extensions of C++ AMP on a stock compiler: `restrict(...)` and `tile_static`.
///
///     void twice(array_view<int> v, index<1> i) restrict(amp) { v[i] *= 2; }
///     tile_static float row[16];
#ifndef MILLIAMP_LANGUAGE_H
#define MILLIAMP_LANGUAGE_H

#include <milliamp/prelude.h>

/// Restriction specifiers (spec 2.1) say what a function may do; they change nothing of what it
/// does, so a compiler that does not know them may pass over them. Up to four are looked at: what
/// is no restriction stays in the code, as a name that nobody has declared.
#define restrict(...) MILLIAMP_RESTRICTIONS(__VA_ARGS__, cpu, cpu, cpu, cpu)
#define MILLIAMP_RESTRICTIONS(a, b, c, d, ...)                               \
  MILLIAMP_RESTRICTION_##a MILLIAMP_RESTRICTION_##b MILLIAMP_RESTRICTION_##c \
      MILLIAMP_RESTRICTION_##d
#define MILLIAMP_RESTRICTION_amp
#define MILLIAMP_RESTRICTION_cpu
#define MILLIAMP_RESTRICTION_auto

/// Storage class of variables that all threads of a tile share (spec 2.4.3.5.1).
///
/// A tile runs on one worker thread from start to end, so the worker's thread-local block is the
/// arena of the tile that it is running: one instance a tile, at the cost of a thread-local access.
/// The ABI tag does nothing for the program; it marks the variable's symbol, by which
/// `milliamp::tile_arena` tells tile_static variables from the program's other thread-local ones.
/// `used` keeps the compiler from taking a variable that no code writes for the zeros that a
/// static variable of C++ begins with: a tile's begins with undefined contents.
#define tile_static static thread_local __attribute__((used, abi_tag("tile_static")))

#endif
