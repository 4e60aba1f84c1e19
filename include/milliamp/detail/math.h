/// @file
/// What fast_math and precise_math have in common (spec 9).
///
/// Functions that the C library has are its own, imported by using-declarations: they are the same
/// entities as those of `std` and of the global namespace, so no call is ambiguous, however many of
/// these namespaces a program has in sight. Where a function here differs from a namesake of the C
/// library, as `int isnan(float)` does from `bool std::isnan(float)`, it is a template with nothing
/// to deduce: overload resolution then prefers the namesake when both are in sight.
///
/// What makes a kernel fast is shared out like this: the library calls a kernel in loops that a
/// compiler can vectorize; whether a function may become vector instructions is for the compiler
/// and its options to say. As they are, fabs, mad, saturate, clamp and arithmetic do, from -O3
/// (GCC) or -O2 (Clang) on; sqrt and rsqrt with -fno-math-errno (the C library's set errno, C++
/// AMP's need not); fmin, exp, log, sin, cos and pow with -ffast-math, for Clang with
/// -fveclib=libmvec, too. None of these options is Milliamp's to choose: they change the host's
/// code as well.
#ifndef MILLIAMP_DETAIL_MATH_H
#define MILLIAMP_DETAIL_MATH_H

#include <cmath>

namespace concurrency::detail {
namespace math {

/// Determines if x is finite.
template <class = void>
int isfinite(float x) {
  return std::isfinite(x);
}
template <class = void>
int isfinite(double x) {
  return std::isfinite(x);
}

/// Determines if x is infinite.
template <class = void>
int isinf(float x) {
  return std::isinf(x);
}
template <class = void>
int isinf(double x) {
  return std::isinf(x);
}

/// Determines if x is NaN.
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
inline int signbitf(float x) { return std::signbit(x); }

/// Stores the sine and the cosine of x.
inline void sincos(float x, float* s, float* c) { ::sincosf(x, s, c); }

}  // namespace math
}  // namespace concurrency::detail

/// Imports a function of the C library and its twin for float.
#define MILLIAMP_IMPORT_MATH(function) \
  using std::function;                 \
  using ::function##f

#endif
