/// @file
/// The inverse error functions of precise_math, in a source of their own to hide Boost.Math.

#include <milliamp/precise_math.h>

#include <boost/math/special_functions/erf.hpp>

namespace milliamp::detail {

namespace {

namespace policies = boost::math::policies;

// Returns infinities and NaNs instead of throwing.
using quiet = policies::policy<policies::domain_error<policies::ignore_error>,
                               policies::overflow_error<policies::ignore_error>>;

}  // namespace

// Boost returns 0 for -0.
float erfinv(float x) { return x == 0 ? x : boost::math::erf_inv(x, quiet()); }
double erfinv(double x) { return x == 0 ? x : boost::math::erf_inv(x, quiet()); }
float erfcinv(float x) { return boost::math::erfc_inv(x, quiet()); }
double erfcinv(double x) { return boost::math::erfc_inv(x, quiet()); }

}  // namespace milliamp::detail
