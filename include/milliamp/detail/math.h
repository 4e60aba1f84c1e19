/// @file
/// The common part of fast_math and precise_math (spec 9).
///
/// Functions of the C library are imported by using-declarations. They are the same entities as
/// those of `std` and of the global namespace, so no call is ambiguous, whichever of these
/// namespaces a program uses. Where a function here differs from its C library namesake, as `int
/// isnan(float)` does from `bool std::isnan(float)`, it is a template with nothing to deduce:
/// overload resolution then prefers the namesake when both are visible. Functions without a
/// namesake are for amp code alone.
///
/// The library calls a kernel in loops that a compiler can vectorize. Whether a math function
/// becomes vector instructions depends on the compiler and its options. fabs, mad, saturate, clamp
/// and arithmetic do so from -O3 (GCC) or -O2 (Clang) on; sqrt and rsqrt with -fno-math-errno (the
/// C library's set errno, C++ AMP's need not); fmin, exp, log, sin, cos and pow with -ffast-math,
/// and for Clang also -fveclib=libmvec. Milliamp sets none of these options, because they also
/// change the host's code.
#ifndef MILLIAMP_DETAIL_MATH_H
#define MILLIAMP_DETAIL_MATH_H

#include <milliamp/detail/restrictions.h>

#include <cmath>

namespace concurrency::details::math {

/// Whether x is finite.
template <class = void>
int isfinite(float x) {
  return std::isfinite(x);
}
template <class = void>
int isfinite(double x) {
  return std::isfinite(x);
}

/// Whether x is infinite.
template <class = void>
int isinf(float x) {
  return std::isinf(x);
}
template <class = void>
int isinf(double x) {
  return std::isinf(x);
}

/// Whether x is NaN.
template <class = void>
int isnan(float x) {
  return std::isnan(x);
}
template <class = void>
int isnan(double x) {
  return std::isnan(x);
}

/// Returns a non-zero value if the sign bit of x is set.
template <class = void>
int signbit(float x) {
  return std::signbit(x);
}
template <class = void>
int signbit(double x) {
  return std::signbit(x);
}
MILLIAMP_AMP_ONLY inline int signbitf(float x) { return std::signbit(x); }

/// Stores the sine and the cosine of x.
inline void sincos(float x, float* s, float* c) { ::sincosf(x, s, c); }

}  // namespace concurrency::details::math

/// Imports a C library function and its float variant.
#define MILLIAMP_IMPORT_MATH(function) \
  using std::function;                 \
  using ::function##f

#endif
