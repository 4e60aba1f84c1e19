/// @file
/// concurrency::fast_math: mathematical functions of float (spec 9.1).
///
///     using namespace concurrency::fast_math;
///     polar[i] = float_2(sqrt(x * x + y * y), atan2(y, x));
///
/// They are the functions of the C library, which are fast and have errors below 3 ulp. Functions
/// that `std` overloads compute and return a double if called with one.
#ifndef MILLIAMP_FAST_MATH_H
#define MILLIAMP_FAST_MATH_H

#include <milliamp/detail/math.h>

namespace concurrency::fast_math {

MILLIAMP_IMPORT_MATH(acos);
MILLIAMP_IMPORT_MATH(asin);
MILLIAMP_IMPORT_MATH(atan);
MILLIAMP_IMPORT_MATH(atan2);
MILLIAMP_IMPORT_MATH(ceil);
MILLIAMP_IMPORT_MATH(cos);
MILLIAMP_IMPORT_MATH(cosh);
MILLIAMP_IMPORT_MATH(exp);
MILLIAMP_IMPORT_MATH(exp2);
MILLIAMP_IMPORT_MATH(fabs);
MILLIAMP_IMPORT_MATH(floor);
MILLIAMP_IMPORT_MATH(fmax);
MILLIAMP_IMPORT_MATH(fmin);
MILLIAMP_IMPORT_MATH(fmod);
MILLIAMP_IMPORT_MATH(frexp);
MILLIAMP_IMPORT_MATH(ldexp);
MILLIAMP_IMPORT_MATH(log);
MILLIAMP_IMPORT_MATH(log10);
MILLIAMP_IMPORT_MATH(log2);
MILLIAMP_IMPORT_MATH(modf);
MILLIAMP_IMPORT_MATH(pow);
MILLIAMP_IMPORT_MATH(round);
MILLIAMP_IMPORT_MATH(sin);
MILLIAMP_IMPORT_MATH(sinh);
MILLIAMP_IMPORT_MATH(sqrt);
MILLIAMP_IMPORT_MATH(tan);
MILLIAMP_IMPORT_MATH(tanh);
MILLIAMP_IMPORT_MATH(trunc);

using ::sincosf;
using details::math::isfinite;
using details::math::isinf;
using details::math::isnan;
using details::math::signbit;
using details::math::signbitf;
using details::math::sincos;

/// Returns the reciprocal of the square root of x.
MILLIAMP_AMP_ONLY inline float rsqrtf(float x) { return 1.0f / std::sqrt(x); }
MILLIAMP_AMP_ONLY inline float rsqrt(float x) { return 1.0f / std::sqrt(x); }

}  // namespace concurrency::fast_math

#endif
