// Spec 9: the functions within kernels.
#include <amp.h>
#include <amp_math.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace {

using namespace concurrency;

template <class T, class Function>
std::vector<T> map(const std::vector<T>& arguments, Function function) {
  std::vector<T> results(arguments.size());
  const array_view<const T> in(arguments);
  const array_view<T> out(results);
  out.discard_data();
  parallel_for_each(
      out.extent, [=](index<1> i) restrict(amp) { out[i] = function(in[i]); });
  out.synchronize();
  return results;
}

template <class T>
std::vector<T> applied(const std::vector<T>& arguments, T (*function)(T)) {
  std::vector<T> results;
  for (const T x : arguments) results.push_back(function(x));
  return results;
}

const std::vector<float> floats = {-2.5f, -1.0f, -0.0f, 0.25f, 0.5f, 1.0f, 3.0f, 100.0f};
const std::vector<float> positive_floats = {0.25f, 0.5f, 1.0f, 3.0f, 100.0f};
const std::vector<double> positive_doubles = {0.25, 0.5, 1.0, 3.0, 100.0};

TEST(MathInKernels, FastMath) {
  EXPECT_EQ(map(
                floats, [](float x) restrict(amp) { return fast_math::sinf(x); }),
            applied<float>(floats, std::sin));
  EXPECT_EQ(map(
                positive_floats, [](float x) restrict(amp) { return fast_math::log10(x); }),
            applied<float>(positive_floats, std::log10));
}

TEST(MathInKernels, PreciseMath) {
  EXPECT_EQ(map(
                positive_doubles, [](double x) restrict(amp) { return precise_math::sqrt(x); }),
            applied<double>(positive_doubles, std::sqrt));
  EXPECT_EQ(map(
                positive_floats, [](float x) restrict(amp) { return precise_math::sinpi(x); }),
            (std::vector<float>{0.70710678f, 1.0f, 0.0f, 0.0f, 0.0f}));
  EXPECT_EQ(map(
                std::vector<double>{-0.5, 0.0, 0.5},
                [](double x) restrict(amp) { return precise_math::erf(precise_math::erfinv(x)); }),
            (std::vector<double>{-0.5, 0.0, 0.5}));
}

// In the reader's words: `using namespace` in a function of both restrictions (spec 9.1).
float length(float x, float y) restrict(cpu, amp) {
  using namespace fast_math;
  return sqrt(pow(x, 2.0f) + y * y);
}

TEST(MathInKernels, FunctionsForBothSides) {
  EXPECT_EQ(map(
                floats, [](float x) restrict(amp) { return length(x, 3.0f); })[0],
            length(-2.5f, 3.0f));
}

TEST(MathInKernels, Direct3d) {
  EXPECT_EQ(map(
                floats, [](float x) restrict(amp) { return direct3d::saturate(x); }),
            (std::vector<float>{0, 0, 0, 0.25f, 0.5f, 1, 1, 1}));
}

}  // namespace
