// Spec 9.1, 9.2: the functions that take apart, put together, round and classify numbers, in
// fast_math and in precise_math, with their twins for float. How accurate the others are is the
// matter of accuracy_test.cpp.
#include <amp_math.h>
#include <gtest/gtest.h>

#include <limits>

namespace fast_math = concurrency::fast_math;
namespace precise_math = concurrency::precise_math;

namespace {

template <class T>
using limits = std::numeric_limits<T>;

// Makes a test for each of fast_math and precise_math of a function template.
#define IN_FAST_AND_PRECISE(test)                       \
  TEST(FastMath, test) { test(fast_math_functions{}); } \
  TEST(PreciseMath, test) { test(precise_math_functions{}); }

// What both namespaces have, as a type, so that one test serves both.
#define FUNCTIONS_OF(space)                                                       \
  struct space##_functions {                                                      \
    static float frexp(float x, int* e) { return space::frexp(x, e); }            \
    static float frexpf(float x, int* e) { return space::frexpf(x, e); }          \
    static float ldexp(float x, int e) { return space::ldexp(x, e); }             \
    static float ldexpf(float x, int e) { return space::ldexpf(x, e); }           \
    static float modf(float x, float* whole) { return space::modf(x, whole); }    \
    static float modff(float x, float* whole) { return space::modff(x, whole); }  \
    static float round(float x) { return space::round(x); }                       \
    static float roundf(float x) { return space::roundf(x); }                     \
    static void sincos(float x, float* s, float* c) { space::sincos(x, s, c); }   \
    static void sincosf(float x, float* s, float* c) { space::sincosf(x, s, c); } \
    static int isfinite(float x) { return space::isfinite(x); }                   \
    static int isinf(float x) { return space::isinf(x); }                         \
    static int isnan(float x) { return space::isnan(x); }                         \
    static int signbit(float x) { return space::signbit(x); }                     \
    static int signbitf(float x) { return space::signbitf(x); }                   \
  }
FUNCTIONS_OF(fast_math);
FUNCTIONS_OF(precise_math);

template <class Functions>
void TakesApartAndPutsTogether(Functions f) {
  int exponent = 0;
  EXPECT_EQ(f.frexp(-20.0f, &exponent), -0.625f);
  EXPECT_EQ(exponent, 5);
  EXPECT_EQ(f.frexpf(limits<float>::denorm_min(), &exponent), 0.5f);
  EXPECT_EQ(exponent, -148);
  EXPECT_EQ(f.frexp(0.0f, &exponent), 0.0f);
  EXPECT_EQ(exponent, 0);

  EXPECT_EQ(f.ldexp(-0.625f, 5), -20.0f);
  EXPECT_EQ(f.ldexpf(1.0f, -149), limits<float>::denorm_min());
  EXPECT_EQ(f.ldexpf(1.0f, 128), limits<float>::infinity());

  float whole = 0;
  EXPECT_EQ(f.modf(-3.75f, &whole), -0.75f);
  EXPECT_EQ(whole, -3.0f);
  EXPECT_EQ(f.modff(limits<float>::infinity(), &whole), 0.0f);
  EXPECT_EQ(whole, limits<float>::infinity());
}
IN_FAST_AND_PRECISE(TakesApartAndPutsTogether)

template <class Functions>
void RoundsHalfwayCasesAwayFromZero(Functions f) {
  EXPECT_EQ(f.round(0.5f), 1.0f);
  EXPECT_EQ(f.round(-0.5f), -1.0f);
  EXPECT_EQ(f.roundf(1.5f), 2.0f);
  EXPECT_EQ(f.roundf(2.5f), 3.0f);
  EXPECT_EQ(f.roundf(-2.5f), -3.0f);
  EXPECT_EQ(f.round(std::nextafter(0.5f, 0.0f)), 0.0f);
  EXPECT_EQ(f.round(8388609.0f), 8388609.0f);
}
IN_FAST_AND_PRECISE(RoundsHalfwayCasesAwayFromZero)

template <class Functions>
void ComputesSineAndCosineTogether(Functions f) {
  for (const float x : {0.0f, 1.0f, -2.5f, 100.0f}) {
    float s = 0, c = 0;
    f.sincos(x, &s, &c);
    EXPECT_EQ(s, std::sin(x));
    EXPECT_EQ(c, std::cos(x));
    s = c = 0;
    f.sincosf(x, &s, &c);
    EXPECT_EQ(s, std::sin(x));
    EXPECT_EQ(c, std::cos(x));
  }
}
IN_FAST_AND_PRECISE(ComputesSineAndCosineTogether)

template <class Functions>
void Classifies(Functions f) {
  const float nan = limits<float>::quiet_NaN(), infinity = limits<float>::infinity();
  for (const float x : {0.0f, -1.0f, limits<float>::denorm_min(), limits<float>::max()}) {
    EXPECT_NE(f.isfinite(x), 0) << x;
    EXPECT_EQ(f.isinf(x), 0) << x;
    EXPECT_EQ(f.isnan(x), 0) << x;
  }
  EXPECT_EQ(f.isfinite(infinity), 0);
  EXPECT_EQ(f.isfinite(nan), 0);
  EXPECT_NE(f.isinf(-infinity), 0);
  EXPECT_EQ(f.isinf(nan), 0);
  EXPECT_NE(f.isnan(nan), 0);
  EXPECT_EQ(f.isnan(infinity), 0);
  for (const float negative : {-0.0f, -1.0f, -infinity, -nan}) {
    EXPECT_NE(f.signbit(negative), 0) << negative;
    EXPECT_NE(f.signbitf(negative), 0) << negative;
    EXPECT_EQ(f.signbit(-negative), 0) << negative;
    EXPECT_EQ(f.signbitf(-negative), 0) << negative;
  }
}
IN_FAST_AND_PRECISE(Classifies)

TEST(PreciseMath, TakesApartDoubles) {
  int exponent = 0;
  EXPECT_EQ(precise_math::frexp(limits<double>::denorm_min(), &exponent), 0.5);
  EXPECT_EQ(exponent, -1073);
  double whole = 0;
  EXPECT_EQ(precise_math::modf(1e15 + 0.125, &whole), 0.125);
  EXPECT_EQ(whole, 1e15);
  double s = 0, c = 0;
  precise_math::sincos(1.0, &s, &c);
  EXPECT_EQ(s, std::sin(1.0));
  EXPECT_EQ(c, std::cos(1.0));
  EXPECT_EQ(precise_math::ldexp(0.1, 3), 0.8);
  EXPECT_EQ(precise_math::ldexpf(0.1, 3), 0.8);
}

TEST(PreciseMath, TellsExponents) {
  EXPECT_EQ(precise_math::ilogb(20.0f), 4);
  EXPECT_EQ(precise_math::ilogbf(20.0f), 4);
  EXPECT_EQ(precise_math::ilogb(limits<double>::denorm_min()), -1074);
  EXPECT_EQ(precise_math::ilogb(0.0), FP_ILOGB0);
  EXPECT_EQ(precise_math::ilogb(limits<float>::quiet_NaN()), FP_ILOGBNAN);
  EXPECT_EQ(precise_math::ilogb(limits<float>::infinity()), limits<int>::max());
}

TEST(PreciseMath, Scales) {
  EXPECT_EQ(precise_math::scalb(3.0f, 4.0f), 48.0f);
  EXPECT_EQ(precise_math::scalbf(3.0f, -1.0f), 1.5f);
  EXPECT_EQ(precise_math::scalb(0.1, 3.0), 0.8);
  EXPECT_EQ(precise_math::scalbn(3.0f, 4), 48.0f);
  EXPECT_EQ(precise_math::scalbnf(3.0f, -1), 1.5f);
  EXPECT_EQ(precise_math::scalbn(0.1, 3), 0.8);
}

TEST(PreciseMath, StepsToNeighbours) {
  EXPECT_EQ(precise_math::nextafter(1.0f, 2.0f), 1.0f + limits<float>::epsilon());
  EXPECT_EQ(precise_math::nextafterf(0.0f, -1.0f), -limits<float>::denorm_min());
  EXPECT_EQ(precise_math::nextafter(1.0, 2.0), 1.0 + limits<double>::epsilon());
  EXPECT_EQ(precise_math::nextafter(2.0f, 2.0f), 2.0f);
  EXPECT_NE(precise_math::isnan(precise_math::nextafter(1.0, limits<double>::quiet_NaN())), 0);
}

TEST(PreciseMath, RoundsHalfwayCasesOfNearbyintAndRemainderToEven) {
  EXPECT_EQ(precise_math::nearbyint(0.5f), 0.0f);
  EXPECT_EQ(precise_math::nearbyintf(1.5f), 2.0f);
  EXPECT_EQ(precise_math::nearbyint(2.5), 2.0);
  EXPECT_EQ(precise_math::remainder(2.5f, 1.0f), 0.5f);
  EXPECT_EQ(precise_math::remainderf(3.5f, 1.0f), -0.5f);
  EXPECT_TRUE(std::signbit(precise_math::remainder(-4.0, 2.0)));

  int quotient = 0;
  EXPECT_EQ(precise_math::remquo(-7.0f, 2.0f, &quotient), 1.0f);
  EXPECT_EQ(quotient, -4);
  EXPECT_EQ(precise_math::remquof(7.0f, 2.0f, &quotient), -1.0f);
  EXPECT_EQ(quotient, 4);
  EXPECT_EQ(precise_math::remquo(5.0, 3.0, &quotient), -1.0);
  EXPECT_EQ(quotient, 2);
}

TEST(PreciseMath, RoundsFmaOnce) {
  const float a = 1 + limits<float>::epsilon();
  EXPECT_EQ(precise_math::fma(a, a, -1 - 2 * limits<float>::epsilon()), 0x1p-46f);
  EXPECT_EQ(precise_math::fmaf(a, a, -1 - 2 * limits<float>::epsilon()), 0x1p-46f);
  const double b = 1 + limits<double>::epsilon();
  EXPECT_EQ(precise_math::fma(b, b, -1 - 2 * limits<double>::epsilon()), 0x1p-104);
}

TEST(PreciseMath, TellsKindsOfNumbers) {
  EXPECT_EQ(precise_math::fpclassify(0.0f), FP_ZERO);
  EXPECT_EQ(precise_math::fpclassify(limits<float>::denorm_min()), FP_SUBNORMAL);
  EXPECT_EQ(precise_math::fpclassify(limits<float>::min()), FP_NORMAL);
  EXPECT_EQ(precise_math::fpclassify(limits<double>::infinity()), FP_INFINITE);
  EXPECT_EQ(precise_math::fpclassify(limits<double>::quiet_NaN()), FP_NAN);

  EXPECT_NE(precise_math::isnormal(1.0f), 0);
  EXPECT_EQ(precise_math::isnormal(limits<float>::denorm_min()), 0);
  // As a double, the smallest float is a normal number.
  EXPECT_NE(precise_math::isnormal(double{limits<float>::denorm_min()}), 0);
  EXPECT_EQ(precise_math::isnormal(limits<double>::infinity()), 0);
  EXPECT_NE(precise_math::isfinite(limits<double>::max()), 0);
  EXPECT_NE(precise_math::isinf(limits<double>::infinity()), 0);
  EXPECT_NE(precise_math::isnan(limits<double>::quiet_NaN()), 0);
  EXPECT_NE(precise_math::signbit(-0.0), 0);
}

TEST(PreciseMath, MakesQuietNaNs) {
  EXPECT_TRUE(std::isnan(precise_math::nanf(0)));
  EXPECT_TRUE(std::isnan(precise_math::nan(0)));
  EXPECT_TRUE(std::isnan(precise_math::nanf(-1)));
  EXPECT_TRUE(std::isnan(precise_math::nan(-1)));

  const float one = precise_math::nanf(1), two = precise_math::nanf(2);
  EXPECT_NE(std::memcmp(&one, &two, sizeof one), 0);
}

TEST(PreciseMath, TellsTheSignOfGamma) {
  int sign = 0;
  EXPECT_FLOAT_EQ(precise_math::lgamma(5.0f, &sign), std::log(24.0f));
  EXPECT_EQ(sign, 1);
  EXPECT_FLOAT_EQ(precise_math::lgammaf(-0.5f, &sign), std::log(3.5449077f));
  EXPECT_EQ(sign, -1);
  EXPECT_EQ(precise_math::lgamma(-1.0, &sign), limits<double>::infinity());
}

TEST(PreciseMath, InvertsErrorFunctionsAtTheEndsOfTheirDomains) {
  EXPECT_EQ(precise_math::erfinv(1.0f), limits<float>::infinity());
  EXPECT_EQ(precise_math::erfinv(-1.0), -limits<double>::infinity());
  EXPECT_TRUE(std::isnan(precise_math::erfinvf(1.5f)));
  EXPECT_TRUE(std::signbit(precise_math::erfinv(-0.0f)));
  EXPECT_TRUE(std::signbit(precise_math::erfinv(-0.0)));
  EXPECT_EQ(precise_math::erfcinv(0.0f), limits<float>::infinity());
  EXPECT_EQ(precise_math::erfcinv(2.0), -limits<double>::infinity());
  EXPECT_TRUE(std::isnan(precise_math::erfcinvf(-0.5f)));
}

}  // namespace
