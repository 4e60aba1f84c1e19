// Spec 10.7: norm and unorm.
#include <amp_short_vectors.h>
#include <gtest/gtest.h>

#include <limits>
#include <type_traits>

using namespace concurrency::graphics;

namespace {

template <class T>
class Normalized : public ::testing::Test {
 public:
  static constexpr float lowest = std::is_same<T, norm>::value ? -1.0f : 0.0f;
};
using NormalizedTypes = ::testing::Types<norm, unorm>;
TYPED_TEST_SUITE(Normalized, NormalizedTypes);

float value(float n) { return n; }

TYPED_TEST(Normalized, IsAFloatInMemory) {
  EXPECT_EQ(sizeof(TypeParam), sizeof(float));
  EXPECT_TRUE(std::is_trivially_copyable<TypeParam>::value);
  EXPECT_EQ(value(TypeParam()), 0.0f);
}

TYPED_TEST(Normalized, ConstructorsClamp) {
  EXPECT_EQ(value(TypeParam(0.25f)), 0.25f);
  EXPECT_EQ(value(TypeParam(1.5f)), 1.0f);
  EXPECT_EQ(value(TypeParam(-1.5f)), this->lowest);
  EXPECT_EQ(value(TypeParam(0.1)), 0.1f);
  EXPECT_EQ(value(TypeParam(1e300)), 1.0f);
  EXPECT_EQ(value(TypeParam(-1e300)), this->lowest);
  EXPECT_EQ(value(TypeParam(1)), 1.0f);
  EXPECT_EQ(value(TypeParam(-7)), this->lowest);
  EXPECT_EQ(value(TypeParam(0u)), 0.0f);
  EXPECT_EQ(value(TypeParam(4000000000u)), 1.0f);
  EXPECT_EQ(value(TypeParam(std::numeric_limits<float>::infinity())), 1.0f);
}

TYPED_TEST(Normalized, ConstructorsFromOtherTypesAreExplicit) {
  EXPECT_FALSE((std::is_convertible<float, TypeParam>::value));
  EXPECT_FALSE((std::is_convertible<double, TypeParam>::value));
  EXPECT_FALSE((std::is_convertible<int, TypeParam>::value));
  EXPECT_FALSE((std::is_convertible<unsigned int, TypeParam>::value));
  EXPECT_FALSE((std::is_assignable<TypeParam&, float>::value));
  EXPECT_TRUE((std::is_convertible<TypeParam, float>::value));
}

TYPED_TEST(Normalized, ArithmeticClamps) {
  const TypeParam a(0.75f), b(0.5f);
  EXPECT_TRUE((std::is_same<decltype(a + b), TypeParam>::value));
  EXPECT_EQ(value(a + b), 1.0f);
  EXPECT_EQ(value(a - b), 0.25f);
  EXPECT_EQ(value(b - a), this->lowest == 0 ? 0.0f : -0.25f);
  EXPECT_EQ(value(a * b), 0.375f);
  EXPECT_EQ(value(b / a), 0.5f / 0.75f);
  EXPECT_EQ(value(a / b), 1.0f);
}

TYPED_TEST(Normalized, CompoundAssignmentClamps) {
  TypeParam n(0.5f);
  EXPECT_EQ(&(n += TypeParam(0.25f)), &n);
  EXPECT_EQ(value(n), 0.75f);
  n -= TypeParam(0.5f);
  EXPECT_EQ(value(n), 0.25f);
  n *= TypeParam(0.5f);
  EXPECT_EQ(value(n), 0.125f);
  n /= TypeParam(0.25f);
  EXPECT_EQ(value(n), 0.5f);
  n += TypeParam(1.0f);
  EXPECT_EQ(value(n), 1.0f);
}

TYPED_TEST(Normalized, IncrementsAndDecrementsByOne) {
  TypeParam n(0.25f);
  EXPECT_EQ(value(n++), 0.25f);
  EXPECT_EQ(value(n), 1.0f);
  EXPECT_EQ(value(n--), 1.0f);
  EXPECT_EQ(value(n), 0.0f);
  EXPECT_EQ(value(--n), this->lowest);
  EXPECT_EQ(value(++n), this->lowest + 1);
}

TYPED_TEST(Normalized, Compares) {
  const TypeParam a(0.25f), b(0.5f);
  EXPECT_TRUE(a == a && a != b && a < b && b > a && a <= b && b >= a && a <= a && a >= a);
  EXPECT_FALSE(a == b || a != a || b < a || a > b || b <= a || a >= b);
}

TYPED_TEST(Normalized, OperatorsAreFunctionsOfTheNamespace) {
  namespace graphics = concurrency::graphics;
  const TypeParam a(0.25f), b(0.5f);
  EXPECT_EQ(value(graphics::operator+(a, b)), 0.75f);
  EXPECT_EQ(value(graphics::operator-(b, a)), 0.25f);
  EXPECT_EQ(value(graphics::operator*(a, b)), 0.125f);
  EXPECT_EQ(value(graphics::operator/(a, b)), 0.5f);
  EXPECT_TRUE(graphics::operator==(a, a) && graphics::operator!=(a, b));
  EXPECT_TRUE(graphics::operator<(a, b) && graphics::operator>(b, a));
  EXPECT_TRUE(graphics::operator<=(a, b) && graphics::operator>=(b, a));
  TypeParam (*const add)(const TypeParam&, const TypeParam&) = &graphics::operator+;
  EXPECT_EQ(value(add(a, b)), 0.75f);
}

TYPED_TEST(Normalized, IsAFloatWithOtherTypes) {
  const TypeParam n(0.5f);
  EXPECT_TRUE((std::is_same<decltype(n * 4.0f), float>::value));
  EXPECT_EQ(n * 4.0f, 2.0f);
  EXPECT_EQ(1 + n, 1.5f);
  EXPECT_TRUE(n < 0.75f && 0.5f == n);
}

TEST(Norm, Negates) {
  EXPECT_EQ(-norm(0.25f), norm(-0.25f));
  EXPECT_TRUE((std::is_same<decltype(-norm()), norm>::value));
}

TEST(Norm, ConvertsFromUnormImplicitlyAndToItExplicitly) {
  const norm n = unorm(0.25f);
  EXPECT_EQ(n, norm(0.25f));
  EXPECT_FALSE((std::is_convertible<norm, unorm>::value));
  EXPECT_EQ(unorm(norm(-0.5f)), unorm(0.0f));
  EXPECT_EQ(norm(-0.5f) + unorm(0.25f), norm(-0.25f));
  EXPECT_TRUE((std::is_same<decltype(unorm() + norm()), norm>::value));
}

TEST(Norm, HasNamesForItsLimits) {
  EXPECT_EQ(UNORM_MIN, unorm(0.0f));
  EXPECT_EQ(UNORM_MAX, unorm(1.0f));
  EXPECT_EQ(UNORM_ZERO, unorm(0.0f));
  EXPECT_TRUE((std::is_same<decltype(UNORM_ZERO), norm>::value));
  EXPECT_EQ(NORM_MIN, norm(-1.0f));
  EXPECT_EQ(NORM_MAX, norm(1.0f));
  EXPECT_EQ(NORM_ZERO, norm(0.0f));
}

}  // namespace
