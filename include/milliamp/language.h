/// @file
/// Restriction specifiers, the language extension of C++ AMP for functions. That for variables,
/// `tile_static`, comes with the prelude.
///
///     void twice(array_view<int> v, index<1> i) restrict(amp) { v[i] *= 2; }
#ifndef MILLIAMP_LANGUAGE_H
#define MILLIAMP_LANGUAGE_H

#include <milliamp/prelude.h>

#ifdef MILLIAMP_LANGUAGE_FRONT_END
/// The front end for Clang (src/language) handles this pragma, and decides whether `restrict` is a
/// keyword where it stands. Tools that load no plugin, such as clangd, ignore the pragma.
#define restrict(...) MILLIAMP_PRAGMA(milliamp_restrict __VA_ARGS__)
#define MILLIAMP_PRAGMA(...) _Pragma(#__VA_ARGS__)
#else
/// Restriction specifiers (spec 2.1) limit what a function may do without changing its behaviour,
/// so a compiler may ignore them. Up to four are removed. Anything that is not a restriction stays
/// in the code as an undeclared name.
#define restrict(...) MILLIAMP_RESTRICTIONS(__VA_ARGS__, cpu, cpu, cpu, cpu)
#define MILLIAMP_RESTRICTIONS(a, b, c, d, ...)                               \
  MILLIAMP_RESTRICTION_##a MILLIAMP_RESTRICTION_##b MILLIAMP_RESTRICTION_##c \
      MILLIAMP_RESTRICTION_##d
#define MILLIAMP_RESTRICTION_amp
#define MILLIAMP_RESTRICTION_cpu
#define MILLIAMP_RESTRICTION_auto
#endif

#endif
