// Spec 2.3.2: overloads for amp of the C library's mathematical functions, which are for the CPU.

float cosf(float x) restrict(amp) { return x + 1; }

#include "both_sides.h"

#include <amp.h>
#include <amp_math.h>
#include <gtest/gtest.h>
#include <math.h>

#include <cmath>

float sinf(float x) restrict(amp);
float sinf(float x) restrict(amp) { return x + 2; }
float sqrtf(float x) restrict(amp) { return x + 3; }
double fabs(double x) restrict(amp) { return x + 4; }
double floor(double x) restrict(amp) { return x + 5; }
int abs(int x) restrict(amp) { return x + 6; }

namespace {

using milliamp::tests::both;
using milliamp::tests::values_of;

template <class T>
T twice(T x) restrict(cpu, amp) {
  return sinf(x) + ::sinf(x);
}

TEST(CLibrary, HasOverloadsForAmp) {
  EXPECT_EQ(values_of([]() restrict(cpu, amp) { return static_cast<int>(cosf(0)); }), (both{1, 1}));
  EXPECT_EQ(values_of([]() restrict(cpu, amp) { return static_cast<int>(sinf(0)); }), (both{2, 0}));
  EXPECT_EQ(values_of([]() restrict(cpu, amp) { return static_cast<int>(sqrtf(16)); }),
            (both{19, 4}));
  EXPECT_EQ(values_of([]() restrict(cpu, amp) { return static_cast<int>(fabs(-9.0)); }),
            (both{-5, 9}));
  EXPECT_EQ(values_of([]() restrict(cpu, amp) { return static_cast<int>(floor(7.0)); }),
            (both{12, 7}));
  EXPECT_EQ(values_of([]() restrict(cpu, amp) { return abs(-2); }), (both{4, 2}));
  EXPECT_EQ(values_of([]() restrict(cpu, amp) { return static_cast<int>(twice(0.0F)); }),
            (both{4, 0}));
}

/// The library's namespaces have the functions without the program's overloads.
TEST(CLibrary, IsInTheLibrarysNamespaces) {
  EXPECT_EQ(values_of([]() restrict(cpu, amp) {
              return static_cast<int>(concurrency::fast_math::sinf(0) +
                                      10 * concurrency::precise_math::cosf(0));
            }),
            (both{10, 10}));
}

}  // namespace
