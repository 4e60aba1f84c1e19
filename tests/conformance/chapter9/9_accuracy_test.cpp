// Spec 9.1, 9.2: how accurate the functions are, in units in the last place (ulp), over edge values
// and over random ones. The reference is the C library's long double.
#include <amp_math.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <ostream>
#include <random>
#include <string>
#include <vector>

namespace fast_math = concurrency::fast_math;
namespace precise_math = concurrency::precise_math;

namespace {

// How far a result is from the exact one, in ulp of T at the exact result; 0 where both are the
// same kind of NaN, infinity or zero, infinite where only one is.
template <class T>
double error_in_ulp(T result, long double exact) {
  const T rounded = static_cast<T>(exact);
  if (std::isnan(rounded) || std::isnan(result)) {
    return std::isnan(rounded) && std::isnan(result) ? 0 : INFINITY;
  }
  if (exact == 0 && result == 0 && std::signbit(exact) != std::signbit(result)) return INFINITY;
  if (result == rounded) {
    if (std::isinf(rounded) || rounded == 0) return 0;
  } else if (std::isinf(rounded) || std::isinf(result)) {
    return INFINITY;
  }
  using limits = std::numeric_limits<T>;
  const int exponent = exact == 0 ? limits::min_exponent : std::ilogb(exact) + 1;
  const int unit = std::max(exponent, limits::min_exponent) - limits::digits;
  return static_cast<double>(std::ldexp(std::abs(static_cast<long double>(result) - exact), -unit));
}

// A function of one number, what it is to compute, and where random arguments come from.
template <class T>
struct function {
  const char* name;
  T (*compute)(T);
  long double (*exact)(long double);
  double allowed;
  double from;
  double to;
};

template <class T>
std::ostream& operator<<(std::ostream& out, const function<T>& f) {
  return out << f.name << (sizeof(T) == sizeof(float) ? " of float" : " of double");
}

template <class T>
std::vector<T> edge_values() {
  using limits = std::numeric_limits<T>;
  std::vector<T> values = {0,
                           limits::denorm_min(),
                           limits::min() / 2,
                           limits::min(),
                           limits::epsilon(),
                           T(0.25),
                           T(0.5),
                           std::nextafter(T(0.5), T(1)),
                           std::nextafter(T(1), T(0)),
                           1,
                           std::nextafter(T(1), T(2)),
                           T(1.5),
                           2,
                           T(2.5),
                           3,
                           T(3.5),
                           10,
                           1 / limits::epsilon(),
                           limits::max(),
                           limits::infinity(),
                           limits::quiet_NaN()};
  for (std::size_t i = 0, count = values.size(); i < count; ++i) values.push_back(-values[i]);
  return values;
}

template <class T>
void expect_accurate(const function<T>& f) {
  for (const T x : edge_values<T>()) {
    EXPECT_LE(error_in_ulp(f.compute(x), f.exact(x)), f.allowed)
        << f << " at " << x << " is " << f.compute(x);
  }
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(f.from, f.to);
  double worst = 0;
  for (int i = 0; i < 20000; ++i) {
    const T x = static_cast<T>(uniform(random));
    const double error = error_in_ulp(f.compute(x), f.exact(x));
    EXPECT_LE(error, f.allowed) << f << " at " << x << " is " << f.compute(x);
    worst = std::max(worst, error);
  }
  ::testing::Test::RecordProperty("worst_error_in_ulp", std::to_string(worst));
}

// The C library has no long double forms of these.
constexpr long double pi = 3.14159265358979323846264338327950288L;

// pi * x less a multiple of 2 * pi; exact but for the product.
long double within_turn(long double x) { return pi * std::remainder(x, 2.0L); }
bool is_integer(long double x) { return std::isfinite(x) && x == std::floor(x); }

long double exact_sinpi(long double x) {
  if (is_integer(x)) return std::copysign(0.0L, x);
  // The sine near pi is that of the small rest, which pi * x would have lost.
  const long double turn = std::remainder(x, 2.0L);
  const long double near = std::abs(turn) > 0.5L ? std::copysign(1.0L, turn) - turn : turn;
  return std::sin(pi * near);
}
long double exact_cospi(long double x) {
  if (is_integer(x - 0.5L) && std::abs(x) < 1e18L) return 0.0L;
  const long double turn = std::abs(std::remainder(x, 2.0L));
  return std::abs(turn - 0.5L) < 0.25L ? std::sin(pi * (0.5L - turn)) : std::cos(within_turn(x));
}
long double exact_tanpi(long double x) { return exact_sinpi(x) / exact_cospi(x); }
long double exact_exp10(long double x) { return std::pow(10.0L, x); }
long double exact_rsqrt(long double x) { return 1 / std::sqrt(x); }
long double exact_rcbrt(long double x) { return 1 / std::cbrt(x); }

// The inverse functions by one step of Newton's method from the result for double.
constexpr long double two_by_sqrt_pi = 1.12837916709551257389615890312154517L;
long double exact_erfcinv(long double x) {
  const long double near = precise_math::erfcinv(static_cast<double>(x));
  if (!std::isfinite(near)) return near;
  return near + (std::erfc(near) - x) / (two_by_sqrt_pi * std::exp(-near * near));
}
long double exact_erfinv(long double x) {
  if (std::abs(x) > 0.5L) return std::copysign(exact_erfcinv(1 - std::abs(x)), x);
  const long double near = precise_math::erfinv(static_cast<double>(x));
  if (near == 0) return near;
  return near - (std::erf(near) - x) / (two_by_sqrt_pi * std::exp(-near * near));
}

#define OF(T, space, name, exact, allowed, from, to)                                                     \
  function<T> {                                                                                          \
#space "::" #name,                                                                                   \
        [](T x) { return static_cast<T>(space::name(x)); },                                              \
                                                         [](long double x)                               \
                                                              -> long double { return exact(x); },       \
                                                                                                allowed, \
                                                                                                from,    \
                                                                                                to       \
  }
#define FAST(name, exact, allowed, from, to)            \
  OF(float, fast_math, name, exact, allowed, from, to), \
      OF(float, fast_math, name##f, exact, allowed, from, to)
#define PRECISE(name, exact, for_float, for_double, from, to) \
  OF(float, precise_math, name, exact, for_float, from, to),  \
      OF(float, precise_math, name##f, exact, for_float, from, to)
#define DOUBLE(name, exact, for_float, for_double, from, to) \
  OF(double, precise_math, name, exact, for_double, from, to)

// Name, reference, allowed errors of float and of double from spec 9.2, and a range of arguments.
#define PRECISE_FUNCTIONS(F)                                                         \
  F(acos, std::acos, 3, 2, -1, 1), F(acosh, std::acosh, 4, 2, 1, 4),                 \
      F(asin, std::asin, 4, 2, -1, 1), F(asinh, std::asinh, 3, 2, -9, 9),            \
      F(atan, std::atan, 2, 2, -9, 9), F(atanh, std::atanh, 3, 2, -1, 1),            \
      F(cbrt, std::cbrt, 1, 1, -99, 99), F(ceil, std::ceil, 0, 0, -9, 9),            \
      F(cos, std::cos, 2, 2, -99, 99), F(cosh, std::cosh, 2, 2, -80, 80),            \
      F(cospi, exact_cospi, 2, 2, -9, 9), F(erf, std::erf, 3, 2, -4, 4),             \
      F(erfc, std::erfc, 6, 5, -4, 9), F(erfinv, exact_erfinv, 3, 8, -1, 1),         \
      F(erfcinv, exact_erfcinv, 7, 8, 0, 2), F(exp, std::exp, 2, 1, -80, 80),        \
      F(exp2, std::exp2, 2, 1, -120, 120), F(exp10, exact_exp10, 2, 1, -37, 37),     \
      F(expm1, std::expm1, 1, 1, -2, 80), F(fabs, std::fabs, 0, 0, -9, 9),           \
      F(floor, std::floor, 0, 0, -9, 9), F(log, std::log, 1, 1, 0, 9),               \
      F(log10, std::log10, 3, 1, 0, 9), F(log1p, std::log1p, 2, 1, -1, 9),           \
      F(log2, std::log2, 3, 1, 0, 9), F(logb, std::logb, 0, 0, -9, 9),               \
      F(nearbyint, std::nearbyint, 0, 0, -9, 9), F(rcbrt, exact_rcbrt, 2, 1, -9, 9), \
      F(round, std::round, 0, 0, -9, 9), F(rsqrt, exact_rsqrt, 2, 1, 0, 9),          \
      F(sin, std::sin, 2, 2, -99, 99), F(sinh, std::sinh, 3, 2, -80, 80),            \
      F(sinpi, exact_sinpi, 2, 2, -9, 9), F(sqrt, std::sqrt, 0.5, 0.5, 0, 9),        \
      F(tan, std::tan, 4, 2, -99, 99), F(tanh, std::tanh, 2, 2, -9, 9),              \
      F(tanpi, exact_tanpi, 2, 2, -9, 9), F(tgamma, std::tgamma, 11, 8, 0, 30),      \
      F(trunc, std::trunc, 0, 0, -9, 9)

const std::vector<function<float>> float_functions = {PRECISE_FUNCTIONS(PRECISE)};
const std::vector<function<double>> double_functions = {PRECISE_FUNCTIONS(DOUBLE)};

// The specification leaves it to us; this is what fast_math.h promises.
const std::vector<function<float>> fast_functions = {
    FAST(acos, std::acos, 3, -1, 1),   FAST(asin, std::asin, 3, -1, 1),
    FAST(atan, std::atan, 3, -9, 9),   FAST(ceil, std::ceil, 0, -9, 9),
    FAST(cos, std::cos, 3, -99, 99),   FAST(cosh, std::cosh, 3, -80, 80),
    FAST(exp, std::exp, 3, -80, 80),   FAST(exp2, std::exp2, 3, -120, 120),
    FAST(fabs, std::fabs, 0, -9, 9),   FAST(floor, std::floor, 0, -9, 9),
    FAST(log, std::log, 3, 0, 9),      FAST(log10, std::log10, 3, 0, 9),
    FAST(log2, std::log2, 3, 0, 9),    FAST(round, std::round, 0, -9, 9),
    FAST(rsqrt, exact_rsqrt, 3, 0, 9), FAST(sin, std::sin, 3, -99, 99),
    FAST(sinh, std::sinh, 3, -80, 80), FAST(sqrt, std::sqrt, 0.5, 0, 9),
    FAST(tan, std::tan, 3, -99, 99),   FAST(tanh, std::tanh, 3, -9, 9),
    FAST(trunc, std::trunc, 0, -9, 9),
};

template <class T>
std::string test_name(const ::testing::TestParamInfo<function<T>>& info) {
  const std::string name = info.param.name;
  return name.substr(name.find("::") + 2);
}

class FloatAccuracy : public ::testing::TestWithParam<function<float>> {};
TEST_P(FloatAccuracy, IsWithinTheTable) { expect_accurate(GetParam()); }
INSTANTIATE_TEST_SUITE_P(PreciseMath, FloatAccuracy, ::testing::ValuesIn(float_functions),
                         test_name<float>);
INSTANTIATE_TEST_SUITE_P(FastMath, FloatAccuracy, ::testing::ValuesIn(fast_functions),
                         test_name<float>);

class DoubleAccuracy : public ::testing::TestWithParam<function<double>> {};
TEST_P(DoubleAccuracy, IsWithinTheTable) { expect_accurate(GetParam()); }
INSTANTIATE_TEST_SUITE_P(PreciseMath, DoubleAccuracy, ::testing::ValuesIn(double_functions),
                         test_name<double>);

// Calls check(x, y) for all pairs of edge values and for random pairs.
template <class T, class Check>
void for_pairs(double from, double to, Check check) {
  for (const T x : edge_values<T>()) {
    for (const T y : edge_values<T>()) check(x, y);
  }
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(from, to);
  for (int i = 0; i < 10000; ++i) {
    const T x = static_cast<T>(uniform(random));
    check(x, static_cast<T>(uniform(random)));
  }
}

#define EXPECT_ACCURATE_PAIRS(T, call, exact, allowed, from, to) \
  for_pairs<T>(from, to, [](T x, T y) {                          \
    const long double a = x, b = y;                              \
    EXPECT_LE(error_in_ulp<T>(call(x, y), exact(a, b)), allowed) \
        << #call << " of " << x << ", " << y;                    \
  })
#define EXPECT_ACCURATE(name, for_float, for_double, from, to)                         \
  EXPECT_ACCURATE_PAIRS(float, precise_math::name, std::name, for_float, from, to);    \
  EXPECT_ACCURATE_PAIRS(float, precise_math::name##f, std::name, for_float, from, to); \
  EXPECT_ACCURATE_PAIRS(double, precise_math::name, std::name, for_double, from, to)

TEST(PreciseMathOfPairs, IsWithinTheTable) {
  EXPECT_ACCURATE(atan2, 3, 2, -9, 9);
  EXPECT_ACCURATE(copysign, 0, 0, -9, 9);
  EXPECT_ACCURATE(fdim, 0.5, 0.5, -9, 9);
  EXPECT_ACCURATE(fmod, 0, 0, -9, 9);
  EXPECT_ACCURATE(hypot, 3, 2, -9, 9);
  EXPECT_ACCURATE(pow, 8, 2, 0, 30);
  EXPECT_ACCURATE(remainder, 0, 0, -9, 9);
  // Of two zeros, either is the greater one; adding 0 makes them the same.
  EXPECT_ACCURATE_PAIRS(float, 0 + precise_math::fmax, 0 + std::fmax, 0, -9, 9);
  EXPECT_ACCURATE_PAIRS(float, 0 + precise_math::fmaxf, 0 + std::fmax, 0, -9, 9);
  EXPECT_ACCURATE_PAIRS(double, 0 + precise_math::fmax, 0 + std::fmax, 0, -9, 9);
  EXPECT_ACCURATE_PAIRS(float, 0 + precise_math::fmin, 0 + std::fmin, 0, -9, 9);
  EXPECT_ACCURATE_PAIRS(float, 0 + precise_math::fminf, 0 + std::fmin, 0, -9, 9);
  EXPECT_ACCURATE_PAIRS(double, 0 + precise_math::fmin, 0 + std::fmin, 0, -9, 9);
}

TEST(FastMathOfPairs, AreWithin3Ulp) {
  EXPECT_ACCURATE_PAIRS(float, fast_math::atan2, std::atan2, 3, -9, 9);
  EXPECT_ACCURATE_PAIRS(float, fast_math::atan2f, std::atan2, 3, -9, 9);
  EXPECT_ACCURATE_PAIRS(float, 0 + fast_math::fmax, 0 + std::fmax, 0, -9, 9);
  EXPECT_ACCURATE_PAIRS(float, 0 + fast_math::fmaxf, 0 + std::fmax, 0, -9, 9);
  EXPECT_ACCURATE_PAIRS(float, 0 + fast_math::fmin, 0 + std::fmin, 0, -9, 9);
  EXPECT_ACCURATE_PAIRS(float, 0 + fast_math::fminf, 0 + std::fmin, 0, -9, 9);
  EXPECT_ACCURATE_PAIRS(float, fast_math::fmod, std::fmod, 0, -9, 9);
  EXPECT_ACCURATE_PAIRS(float, fast_math::fmodf, std::fmod, 0, -9, 9);
  EXPECT_ACCURATE_PAIRS(float, fast_math::pow, std::pow, 3, 0, 30);
  EXPECT_ACCURATE_PAIRS(float, fast_math::powf, std::pow, 3, 0, 30);
}

// Outside -10.001 … -2.264, where errors are larger.
TEST(PreciseMathOfGamma, IsWithinTheTable) {
  const auto check = [](auto x) {
    using T = decltype(x);
    if (x > T(-10.001) && x < T(-2.264)) return;
    int sign = 0, exact_sign = 0;
    const long double exact = ::lgammal_r(x, &exact_sign);
    EXPECT_LE(error_in_ulp<T>(precise_math::lgamma(x, &sign), exact), sizeof(T) == 4 ? 6 : 4) << x;
    EXPECT_EQ(sign, exact_sign) << x;
  };
  for (const float x : edge_values<float>()) check(x);
  for (const double x : edge_values<double>()) check(x);
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(-30, 30);
  for (int i = 0; i < 10000; ++i) {
    check(static_cast<float>(uniform(random)));
    check(uniform(random));
  }
}

}  // namespace
