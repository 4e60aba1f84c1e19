// Spec 9.1, 9.2: which overload a call means: by qualified names, and where the functions of the C
// library, of `std` and of both namespaces are all in sight.
#include <amp_math.h>
#include <gtest/gtest.h>
#include <math.h>

#include <cmath>
#include <type_traits>

namespace {

template <class Expected, class Actual>
constexpr bool is(const Actual&) {
  return std::is_same<Expected, Actual>::value;
}

int exponent, quotient, sign;
float whole_float, sine_float, cosine_float;
double whole, sine, cosine;

// clang-format would give each of these lists another form at every pass.
// clang-format off

// All functions of fast_math, on float.
#define FAST_MATH_RETURNS_FLOAT(_) \
  _(acos(x)) _(acosf(x)) _(asin(x)) _(asinf(x)) _(atan(x)) _(atanf(x)) _(atan2(x, x)) \
  _(atan2f(x, x)) _(ceil(x)) _(ceilf(x)) _(cos(x)) _(cosf(x)) _(cosh(x)) _(coshf(x)) _(exp(x)) \
  _(expf(x)) _(exp2(x)) _(exp2f(x)) _(fabs(x)) _(fabsf(x)) _(floor(x)) _(floorf(x)) \
  _(fmax(x, x)) _(fmaxf(x, x)) _(fmin(x, x)) _(fminf(x, x)) _(fmod(x, x)) _(fmodf(x, x)) \
  _(frexp(x, &exponent)) _(frexpf(x, &exponent)) _(ldexp(x, 1)) _(ldexpf(x, 1)) _(log(x)) \
  _(logf(x)) _(log10(x)) _(log10f(x)) _(log2(x)) _(log2f(x)) _(modf(x, &whole_float)) \
  _(modff(x, &whole_float)) _(pow(x, x)) _(powf(x, x)) _(round(x)) _(roundf(x)) _(rsqrt(x)) \
  _(rsqrtf(x)) _(sin(x)) _(sinf(x)) _(sinh(x)) _(sinhf(x)) _(sqrt(x)) _(sqrtf(x)) _(tan(x)) \
  _(tanf(x)) _(tanh(x)) _(tanhf(x)) _(trunc(x)) _(truncf(x))
#define FAST_MATH_RETURNS_INT(_) \
  _(isfinite(x)) _(isinf(x)) _(isnan(x)) _(signbit(x)) _(signbitf(x))

// What precise_math has besides: on float, ...
#define PRECISE_MATH_RETURNS_FLOAT(_) \
  _(acosh(x)) _(acoshf(x)) _(asinh(x)) _(asinhf(x)) _(atanh(x)) _(atanhf(x)) _(cbrt(x)) \
  _(cbrtf(x)) _(copysign(x, x)) _(copysignf(x, x)) _(cospi(x)) _(cospif(x)) _(erf(x)) _(erff(x)) \
  _(erfc(x)) _(erfcf(x)) _(erfinv(x)) _(erfinvf(x)) _(erfcinv(x)) _(erfcinvf(x)) _(exp10(x)) \
  _(exp10f(x)) _(expm1(x)) _(expm1f(x)) _(fdim(x, x)) _(fdimf(x, x)) _(fma(x, x, x)) \
  _(fmaf(x, x, x)) _(hypot(x, x)) _(hypotf(x, x)) _(lgamma(x, &sign)) _(lgammaf(x, &sign)) \
  _(log1p(x)) _(log1pf(x)) _(logb(x)) _(logbf(x)) _(nanf(1)) _(nearbyint(x)) _(nearbyintf(x)) \
  _(nextafter(x, x)) _(nextafterf(x, x)) _(rcbrt(x)) _(rcbrtf(x)) _(remainder(x, x)) \
  _(remainderf(x, x)) _(remquo(x, x, &quotient)) _(remquof(x, x, &quotient)) _(scalb(x, x)) \
  _(scalbf(x, x)) _(scalbn(x, 1)) _(scalbnf(x, 1)) _(sinpi(x)) _(sinpif(x)) _(tgamma(x)) \
  _(tgammaf(x)) _(tanpi(x)) _(tanpif(x))
// ... on both types, ...
#define PRECISE_MATH_RETURNS_INT(_) \
  _(fpclassify(x)) _(ilogb(x)) _(isfinite(x)) _(isinf(x)) _(isnan(x)) _(isnormal(x)) \
  _(signbit(x))
// ... and on double.
#define PRECISE_MATH_RETURNS_DOUBLE(_) \
  _(acos(x)) _(acosh(x)) _(asin(x)) _(asinh(x)) _(atan(x)) _(atanh(x)) _(atan2(x, x)) _(cbrt(x)) \
  _(ceil(x)) _(copysign(x, x)) _(cos(x)) _(cosh(x)) _(cospi(x)) _(erf(x)) _(erfc(x)) \
  _(erfinv(x)) _(erfcinv(x)) _(exp(x)) _(exp2(x)) _(exp10(x)) _(expm1(x)) _(fabs(x)) \
  _(fdim(x, x)) _(floor(x)) _(fma(x, x, x)) _(fmax(x, x)) _(fmin(x, x)) _(fmod(x, x)) \
  _(frexp(x, &exponent)) _(hypot(x, x)) _(ldexp(x, 1)) _(ldexpf(x, 1)) _(lgamma(x, &sign)) \
  _(log(x)) _(log10(x)) _(log2(x)) _(log1p(x)) _(logb(x)) _(modf(x, &whole)) _(nan(1)) \
  _(nearbyint(x)) _(nextafter(x, x)) _(pow(x, x)) _(rcbrt(x)) _(remainder(x, x)) \
  _(remquo(x, x, &quotient)) _(round(x)) _(rsqrt(x)) _(sinpi(x)) _(scalb(x, x)) _(scalbn(x, 1)) \
  _(sin(x)) _(sinh(x)) _(sqrt(x)) _(tgamma(x)) _(tan(x)) _(tanh(x)) _(tanpi(x)) _(trunc(x))

// clang-format on

namespace fast_math = concurrency::fast_math;
namespace precise_math = concurrency::precise_math;

TEST(Overloads, FastMathHasAllOfItsFunctions) {
  const float x = 0.5f;
#define CHECK(call) EXPECT_TRUE(is<float>(fast_math::call)) << #call;
  FAST_MATH_RETURNS_FLOAT(CHECK)
#undef CHECK
#define CHECK(call) EXPECT_TRUE(is<int>(fast_math::call)) << #call;
  FAST_MATH_RETURNS_INT(CHECK)
#undef CHECK
  fast_math::sincos(x, &sine_float, &cosine_float);
  fast_math::sincosf(x, &sine_float, &cosine_float);
}

TEST(Overloads, PreciseMathHasAllOfItsFunctions) {
  {
    const float x = 0.5f;
#define CHECK(call) EXPECT_TRUE(is<float>(precise_math::call)) << #call;
    FAST_MATH_RETURNS_FLOAT(CHECK)
    PRECISE_MATH_RETURNS_FLOAT(CHECK)
#undef CHECK
#define CHECK(call) EXPECT_TRUE(is<int>(precise_math::call)) << #call;
    FAST_MATH_RETURNS_INT(CHECK)
    PRECISE_MATH_RETURNS_INT(CHECK)
    EXPECT_TRUE(is<int>(precise_math::ilogbf(x)));
#undef CHECK
    precise_math::sincos(x, &sine_float, &cosine_float);
    precise_math::sincosf(x, &sine_float, &cosine_float);
  }
  {
    const double x = 0.5;
#define CHECK(call) EXPECT_TRUE(is<double>(precise_math::call)) << #call;
    PRECISE_MATH_RETURNS_DOUBLE(CHECK)
#undef CHECK
#define CHECK(call) EXPECT_TRUE(is<int>(precise_math::call)) << #call;
    PRECISE_MATH_RETURNS_INT(CHECK)
#undef CHECK
    precise_math::sincos(x, &sine, &cosine);
  }
}

// In a function that is restrict(cpu, amp), `cos(y)` and the like are unqualified (spec 9.1, 9.2).
namespace with_fast_math {
using namespace concurrency;
using namespace concurrency::fast_math;
#define CHECK(call) EXPECT_TRUE(is<float>(call)) << #call;
TEST(Overloads, UnqualifiedCallsFindFastMath) {
  const float x = 0.5f;
  FAST_MATH_RETURNS_FLOAT(CHECK)
}
#undef CHECK
}  // namespace with_fast_math

// Microsoft's implementation refuses this; here nothing of it is ambiguous.
namespace with_everything {
using namespace std;
using namespace concurrency;
using namespace concurrency::fast_math;
using namespace concurrency::precise_math;
#define CHECK(call) EXPECT_TRUE(is<float>(call)) << #call;
#define CHECK_VALUE(call) EXPECT_GE(static_cast<int>(call), 0) << #call;
TEST(Overloads, UnqualifiedCallsOnFloatAreNotAmbiguous) {
  const float x = 0.5f;
  FAST_MATH_RETURNS_FLOAT(CHECK)
  PRECISE_MATH_RETURNS_FLOAT(CHECK)
  FAST_MATH_RETURNS_INT(CHECK_VALUE)
  EXPECT_EQ(fpclassify(x), FP_NORMAL);
  EXPECT_TRUE(isnormal(x));
  sincos(x, &sine_float, &cosine_float);
  sincosf(x, &sine_float, &cosine_float);
}
#undef CHECK
#define CHECK(call) EXPECT_TRUE(is<double>(call)) << #call;
TEST(Overloads, UnqualifiedCallsOnDoubleAreNotAmbiguous) {
  const double x = 0.5;
  PRECISE_MATH_RETURNS_DOUBLE(CHECK)
  EXPECT_EQ(fpclassify(x), FP_NORMAL);
  EXPECT_TRUE(isfinite(x) && isnormal(x));
  EXPECT_FALSE(isinf(x) || isnan(x) || signbit(x));
  sincos(x, &sine, &cosine);
}
TEST(Overloads, IntegersAreDoubles) {
  EXPECT_TRUE(is<double>(log10(1000)));
  EXPECT_TRUE(is<double>(tanh(1u)));
  EXPECT_TRUE(is<double>(precise_math::log10(1000)));
  EXPECT_EQ(precise_math::cbrt(27), 3.0);
  EXPECT_TRUE(is<double>(precise_math::tgamma(4u)));
  EXPECT_TRUE(is<double>(precise_math::acosh(1ull)));
  EXPECT_TRUE(is<double>(precise_math::erfc(false)));
}
TEST(Overloads, LongDoublesAreThoseOfStd) {
  const long double y = 1.5L;
  EXPECT_TRUE(is<long double>(precise_math::log(y)));
  EXPECT_EQ(precise_math::acosh(y), std::acosh(y));
  EXPECT_EQ(precise_math::cbrt(y), std::cbrt(y));
  EXPECT_EQ(precise_math::erfc(y), std::erfc(y));
  EXPECT_EQ(precise_math::log10(y), std::log10(y));
  EXPECT_EQ(precise_math::tanh(y), std::tanh(y));
  EXPECT_EQ(precise_math::tgamma(y), std::tgamma(y));
}
#undef CHECK
#undef CHECK_VALUE
}  // namespace with_everything

}  // namespace
