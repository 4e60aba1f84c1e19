// Kernels that call mathematical functions, in three groups: those that compilers vectorize as they
// are, those that take -fno-math-errno, and those that take -ffast-math and a vector library. The
// build compiles the groups with these flags and counts the loops (see expect_vectorized).

#include <amp.h>
#include <amp_math.h>

using namespace concurrency;

using input = array_view<const float>;
using output = array_view<float>;

#define MILLIAMP_MATH_KERNEL(name, value)                                  \
  void name(const accelerator_view& place, input x, output y) {            \
    parallel_for_each(                                                     \
        place, y.extent, [=](index<1> i) restrict(amp) { y[i] = value; }); \
  }

#if MILLIAMP_MATH_GROUP == 1
MILLIAMP_MATH_KERNEL(use_fabs, fast_math::fabs(x[i]))
MILLIAMP_MATH_KERNEL(use_mad, direct3d::mad(x[i], y[i], x[i]))
MILLIAMP_MATH_KERNEL(use_saturate, direct3d::saturate(x[i]))
#elif MILLIAMP_MATH_GROUP == 2
MILLIAMP_MATH_KERNEL(use_sqrt, precise_math::sqrt(x[i]))
MILLIAMP_MATH_KERNEL(use_rsqrt, fast_math::rsqrt(x[i]))
#else
MILLIAMP_MATH_KERNEL(use_fmin, fast_math::fmin(x[i], y[i]))
MILLIAMP_MATH_KERNEL(use_exp, fast_math::exp(x[i]))
MILLIAMP_MATH_KERNEL(use_log, fast_math::log(x[i]))
MILLIAMP_MATH_KERNEL(use_sin, fast_math::sin(x[i]))
MILLIAMP_MATH_KERNEL(use_pow, fast_math::pow(x[i], y[i]))
#endif
