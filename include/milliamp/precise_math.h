/// @file
/// concurrency::precise_math: mathematical functions of float and double (spec 9.2).
///
///     double length = precise_math::hypot(x, y);
///
/// They are the functions of the C library where it has them. A few of those for double compute in
/// long double, because the errors of the C library exceed what the specification allows. The table
/// lists the largest errors that the specification allows for float / double, in units in the last
/// place (ulp). The test of this header measures them.
///
///     0 / 0  ceil fdim floor fma fmod frexp ilogb ldexp logb modf nearbyint remainder remquo round
///            scalb scalbn sqrt trunc
///     1 / 1  cbrt expm1 log            6 / 5  erfc
///     2 / 1  exp exp2 exp10 log1p      3 / 8  erfinv
///            rcbrt rsqrt               6 / 4  lgamma (outside -10.001 … -2.264)
///     2 / 2  atan cos cosh cospi sin   7 / 8  erfcinv
///            sincos sinpi tanh tanpi   8 / 2  pow
///     3 / 1  log10 log2               11 / 8  tgamma
///     3 / 2  acos asinh atan2 atanh erf hypot sinh
///     4 / 2  acosh asin tan
#ifndef MILLIAMP_PRECISE_MATH_H
#define MILLIAMP_PRECISE_MATH_H

#include <milliamp/detail/math.h>
#include <milliamp/export.h>

#include <cstdint>
#include <cstring>
#include <limits>

namespace milliamp::detail {

/// The inverse functions of erf and erfc: infinite at the ends of their domain, NaN outside it.
MILLIAMP_AMP_ONLY MILLIAMP_API float erfinv(float x);
MILLIAMP_AMP_ONLY MILLIAMP_API double erfinv(double x);
MILLIAMP_AMP_ONLY MILLIAMP_API float erfcinv(float x);
MILLIAMP_AMP_ONLY MILLIAMP_API double erfcinv(double x);

}  // namespace milliamp::detail

namespace concurrency {
namespace details::math {

/// The argument reduction for the trigonometric functions of pi * x. Splits x exactly into a number
/// of half turns, modulo 4, and a rest of at most 1/4.
/// @tparam Wide the next wider type of float or double, in which pi * rest is accurate enough
template <class Wide>
struct half_turns {
  int number;
  Wide rest;

  explicit half_turns(Wide x) {
    const Wide within_turn = std::fmod(x, Wide(2));
    const Wide halves = std::nearbyint(2 * within_turn);
    rest = within_turn - halves / 2;
    number = std::isfinite(x) ? static_cast<int>(halves) & 3 : 0;
  }

  static constexpr Wide pi = static_cast<Wide>(3.141592653589793238462643383279502884L);
  Wide sin() const { return std::sin(pi * rest); }
  Wide cos() const { return std::cos(pi * rest); }
};

/// Zeros have the sign of x.
template <class Wide>
Wide sinpi(Wide x) {
  const half_turns<Wide> turns(x);
  const Wide sine = turns.number % 2 == 0 ? turns.sin() : turns.cos();
  return sine == 0 ? std::copysign(Wide(0), x) : turns.number < 2 ? sine : -sine;
}

/// Zeros are positive.
template <class Wide>
Wide cospi(Wide x) {
  const half_turns<Wide> turns(x);
  const Wide cosine = turns.number % 2 == 0 ? turns.cos() : turns.sin();
  return (turns.number == 1 || turns.number == 2 ? -cosine : cosine) + Wide(0);
}

/// Zeros and infinities have the sign of the quotient of sinpi and cospi.
template <class Wide>
Wide tanpi(Wide x) {
  return sinpi(x) / cospi(x);
}

}  // namespace details::math

namespace precise_math {

MILLIAMP_IMPORT_MATH(acos);
MILLIAMP_IMPORT_MATH(asin);
MILLIAMP_IMPORT_MATH(asinh);
MILLIAMP_IMPORT_MATH(atan);
MILLIAMP_IMPORT_MATH(atan2);
MILLIAMP_IMPORT_MATH(atanh);
MILLIAMP_IMPORT_MATH(ceil);
MILLIAMP_IMPORT_MATH(copysign);
MILLIAMP_IMPORT_MATH(cos);
MILLIAMP_IMPORT_MATH(cosh);
MILLIAMP_IMPORT_MATH(erf);
MILLIAMP_IMPORT_MATH(exp);
MILLIAMP_IMPORT_MATH(exp2);
MILLIAMP_IMPORT_MATH(expm1);
MILLIAMP_IMPORT_MATH(fabs);
MILLIAMP_IMPORT_MATH(fdim);
MILLIAMP_IMPORT_MATH(floor);
MILLIAMP_IMPORT_MATH(fma);
MILLIAMP_IMPORT_MATH(fmax);
MILLIAMP_IMPORT_MATH(fmin);
MILLIAMP_IMPORT_MATH(fmod);
MILLIAMP_IMPORT_MATH(frexp);
MILLIAMP_IMPORT_MATH(hypot);
MILLIAMP_IMPORT_MATH(ilogb);
MILLIAMP_IMPORT_MATH(ldexp);
MILLIAMP_IMPORT_MATH(log);
MILLIAMP_IMPORT_MATH(log1p);
MILLIAMP_IMPORT_MATH(log2);
MILLIAMP_IMPORT_MATH(logb);
MILLIAMP_IMPORT_MATH(modf);
MILLIAMP_IMPORT_MATH(nearbyint);
MILLIAMP_IMPORT_MATH(nextafter);
MILLIAMP_IMPORT_MATH(pow);
MILLIAMP_IMPORT_MATH(remainder);
MILLIAMP_IMPORT_MATH(remquo);
MILLIAMP_IMPORT_MATH(round);
MILLIAMP_IMPORT_MATH(scalbn);
MILLIAMP_IMPORT_MATH(sin);
MILLIAMP_IMPORT_MATH(sinh);
MILLIAMP_IMPORT_MATH(sqrt);
MILLIAMP_IMPORT_MATH(tan);
MILLIAMP_IMPORT_MATH(trunc);

using details::math::isfinite;
using details::math::isinf;
using details::math::isnan;
using details::math::signbit;
using details::math::signbitf;

/// Whether x is neither zero, denormal, infinite nor NaN.
template <class = void>
int isnormal(float x) {
  return std::isnormal(x);
}
template <class = void>
int isnormal(double x) {
  return std::isnormal(x);
}

/// FP_NAN, FP_INFINITE, FP_ZERO, FP_SUBNORMAL or FP_NORMAL.
template <class = void>
int fpclassify(float x) {
  return std::fpclassify(x);
}
template <class = void>
int fpclassify(double x) {
  return std::fpclassify(x);
}

/// Stores the sine and the cosine of x.
using ::sincos;
using ::sincosf;
using details::math::sincos;

/// x times 2 to the power of exp.
using ::scalb;
using ::scalbf;
MILLIAMP_AMP_ONLY inline float scalb(float x, float exp) { return ::scalbf(x, exp); }
/// Spec 9.2 lists this function next to ldexp(double, int).
inline double ldexpf(double x, int exp) { return std::ldexp(x, exp); }

/// Integers convert to double. There is one overload per type: a template for all of them would
/// match as well as that of std, and make calls ambiguous where both are visible.
#define MILLIAMP_MATH_OF_INTEGER(function, integer)        \
  template <class = void>                                  \
  double function(integer x) {                             \
    return precise_math::function(static_cast<double>(x)); \
  }

/// A C library function whose error for double, or for float, is too large, computed in the next
/// wider type. Other types are as in std.
#define MILLIAMP_WIDENED_MATH(function)                                     \
  template <class = void>                                                   \
  float function(float x) {                                                 \
    return static_cast<float>(std::function(static_cast<double>(x)));       \
  }                                                                         \
  template <class = void>                                                   \
  double function(double x) {                                               \
    return static_cast<double>(std::function(static_cast<long double>(x))); \
  }                                                                         \
  template <class = void>                                                   \
  long double function(long double x) {                                     \
    return std::function(x);                                                \
  }                                                                         \
  MILLIAMP_MATH_OF_INTEGER(function, bool)                                  \
  MILLIAMP_MATH_OF_INTEGER(function, char)                                  \
  MILLIAMP_MATH_OF_INTEGER(function, signed char)                           \
  MILLIAMP_MATH_OF_INTEGER(function, unsigned char)                         \
  MILLIAMP_MATH_OF_INTEGER(function, short)                                 \
  MILLIAMP_MATH_OF_INTEGER(function, unsigned short)                        \
  MILLIAMP_MATH_OF_INTEGER(function, int)                                   \
  MILLIAMP_MATH_OF_INTEGER(function, unsigned int)                          \
  MILLIAMP_MATH_OF_INTEGER(function, long)                                  \
  MILLIAMP_MATH_OF_INTEGER(function, unsigned long)                         \
  MILLIAMP_MATH_OF_INTEGER(function, long long)                             \
  MILLIAMP_MATH_OF_INTEGER(function, unsigned long long)                    \
  template <class = void>                                                   \
  float function##f(float x) {                                              \
    return precise_math::function(x);                                       \
  }

MILLIAMP_WIDENED_MATH(acosh)
MILLIAMP_WIDENED_MATH(cbrt)
MILLIAMP_WIDENED_MATH(erfc)
MILLIAMP_WIDENED_MATH(log10)
MILLIAMP_WIDENED_MATH(tanh)
MILLIAMP_WIDENED_MATH(tgamma)
#undef MILLIAMP_WIDENED_MATH
#undef MILLIAMP_MATH_OF_INTEGER

/// 10 to the power of x.
using ::exp10f;
inline float exp10(float x) { return ::exp10f(x); }
template <class = void>
double exp10(double x) {
  return std::pow(10.0, x);
}

/// The reciprocal of the square root (rsqrt) or of the cube root (rcbrt) of x.
template <class = void>
MILLIAMP_AMP_ONLY float rsqrt(float x) {
  return 1.0f / std::sqrt(x);
}
template <class = void>
MILLIAMP_AMP_ONLY double rsqrt(double x) {
  return static_cast<double>(1.0L / std::sqrt(static_cast<long double>(x)));
}
template <class = void>
MILLIAMP_AMP_ONLY float rsqrtf(float x) {
  return precise_math::rsqrt(x);
}
MILLIAMP_AMP_ONLY inline float rcbrt(float x) {
  return static_cast<float>(1.0 / std::cbrt(static_cast<double>(x)));
}
MILLIAMP_AMP_ONLY inline double rcbrt(double x) {
  return static_cast<double>(1.0L / std::cbrt(static_cast<long double>(x)));
}
MILLIAMP_AMP_ONLY inline float rcbrtf(float x) { return rcbrt(x); }

/// The sine, the cosine and the tangent of pi * x.
#define MILLIAMP_MATH_OF_HALF_TURNS(function)                            \
  template <class = void>                                                \
  MILLIAMP_AMP_ONLY float function(float x) {                            \
    return static_cast<float>(details::math::function<double>(x));       \
  }                                                                      \
  template <class = void>                                                \
  MILLIAMP_AMP_ONLY double function(double x) {                          \
    return static_cast<double>(details::math::function<long double>(x)); \
  }                                                                      \
  template <class = void>                                                \
  MILLIAMP_AMP_ONLY float function##f(float x) {                         \
    return precise_math::function(x);                                    \
  }

MILLIAMP_MATH_OF_HALF_TURNS(sinpi)
MILLIAMP_MATH_OF_HALF_TURNS(cospi)
MILLIAMP_MATH_OF_HALF_TURNS(tanpi)
#undef MILLIAMP_MATH_OF_HALF_TURNS

/// The inverse error function: infinite at -1 and 1, NaN outside of [-1, 1].
using milliamp::detail::erfinv;
MILLIAMP_AMP_ONLY inline float erfinvf(float x) { return erfinv(x); }
/// The inverse complementary error function: infinite at 0 and 2, NaN outside of [0, 2].
using milliamp::detail::erfcinv;
MILLIAMP_AMP_ONLY inline float erfcinvf(float x) { return erfcinv(x); }

/// The natural logarithm of the absolute value of gamma(x). Stores the sign of gamma(x): 1 or -1.
MILLIAMP_AMP_ONLY inline float lgamma(float x, int* sign) { return ::lgammaf_r(x, sign); }
MILLIAMP_AMP_ONLY inline double lgamma(double x, int* sign) { return ::lgamma_r(x, sign); }
MILLIAMP_AMP_ONLY inline float lgammaf(float x, int* sign) { return ::lgammaf_r(x, sign); }

/// A quiet NaN with the payload tagp, truncated to the available bits.
MILLIAMP_AMP_ONLY inline float nanf(int tagp) {
  const std::uint32_t bits = 0x7fc00000u | (static_cast<std::uint32_t>(tagp) & 0x3fffffu);
  float result;
  std::memcpy(&result, &bits, sizeof result);
  return result;
}
MILLIAMP_AMP_ONLY inline double nan(int tagp) {
  const std::uint64_t bits = 0x7ff8000000000000u | static_cast<std::uint32_t>(tagp);
  double result;
  std::memcpy(&result, &bits, sizeof result);
  return result;
}

}  // namespace precise_math
}  // namespace concurrency

#endif
