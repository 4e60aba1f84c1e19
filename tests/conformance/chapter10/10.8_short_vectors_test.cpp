// Spec 10.8 to 10.10: what all short vector types have, their swizzles apart.
#include "conformance/chapter10/expect.h"

#include <amp_short_vectors.h>
#include <gtest/gtest.h>

#include <type_traits>
#include <utility>

namespace graphics = concurrency::graphics;
using namespace concurrency::graphics;

// Programs can declare the templates as the specification does.
namespace concurrency::graphics {
template <typename scalar_type, int size>
struct short_vector;
template <typename type>
struct short_vector_traits;
}  // namespace concurrency::graphics

namespace {

// A value of any scalar type that is exact in all of them.
template <class T>
T scalar(float value) {
  return static_cast<T>(value);
}

template <class V>
V make(float a, float b, float c, float d) {
  using T = typename V::value_type;
  if constexpr (V::size == 2) {
    return V(scalar<T>(a), scalar<T>(b));
  } else if constexpr (V::size == 3) {
    return V(scalar<T>(a), scalar<T>(b), scalar<T>(c));
  } else {
    return V(scalar<T>(a), scalar<T>(b), scalar<T>(c), scalar<T>(d));
  }
}

template <class V>
bool has_components(const V& v, float a, float b, float c, float d) {
  using T = typename V::value_type;
  bool same = v.x == scalar<T>(a) && v.y == scalar<T>(b);
  if constexpr (V::size >= 3) same = same && v.z == scalar<T>(c);
  if constexpr (V::size >= 4) same = same && v.w == scalar<T>(d);
  return same;
}

template <class V>
auto has_subscript(int) -> decltype(std::declval<V&>()[0], true) {
  return true;
}
template <class V>
bool has_subscript(long) {
  return false;
}

template <class V>
class ShortVector : public ::testing::Test {};
using All = ::testing::Types<int_2, int_3, int_4, uint_2, uint_3, uint_4, float_2, float_3, float_4,
                             double_2, double_3, double_4, norm_2, norm_3, norm_4, unorm_2, unorm_3,
                             unorm_4>;
TYPED_TEST_SUITE(ShortVector, All);

TYPED_TEST(ShortVector, IsItsComponentsInMemory) {
  using T = typename TypeParam::value_type;
  EXPECT(sizeof(TypeParam) == TypeParam::size * sizeof(T));
  EXPECT(alignof(TypeParam) == alignof(T));
  EXPECT(std::is_trivially_copy_constructible<TypeParam>::value);
  EXPECT(std::is_trivially_destructible<TypeParam>::value);
}

TYPED_TEST(ShortVector, DefaultConstructorMakesZeros) {
  EXPECT(has_components(TypeParam(), 0, 0, 0, 0));
  EXPECT(has_components(TypeParam{}, 0, 0, 0, 0));
}

TYPED_TEST(ShortVector, ConstructsFromOneValueForAllImplicitly) {
  using T = typename TypeParam::value_type;
  const TypeParam v = scalar<T>(1);
  EXPECT(has_components(v, 1, 1, 1, 1));
}

TYPED_TEST(ShortVector, ConstructsFromComponents) {
  EXPECT(has_components(make<TypeParam>(1, 0, 1, 0), 1, 0, 1, 0));
}

TYPED_TEST(ShortVector, CopiesAndAssigns) {
  const TypeParam a = make<TypeParam>(1, 0, 0, 1);
  TypeParam b(a);
  EXPECT(has_components(b, 1, 0, 0, 1));
  TypeParam c;
  EXPECT(&(c = b) == &c);
  EXPECT(has_components(c, 1, 0, 0, 1));
}

template <class To, class From>
void expect_converts() {
  EXPECT((std::is_convertible<From, To>::value) == (std::is_same<From, To>::value));
  EXPECT(has_components(To(make<From>(1, 0, 1, 0)), 1, 0, 1, 0));
}

TYPED_TEST(ShortVector, ConvertsExplicitlyFromOtherScalarTypes) {
  constexpr int N = TypeParam::size;
  expect_converts<TypeParam, typename short_vector<int, N>::type>();
  expect_converts<TypeParam, typename short_vector<unsigned int, N>::type>();
  expect_converts<TypeParam, typename short_vector<float, N>::type>();
  expect_converts<TypeParam, typename short_vector<double, N>::type>();
  expect_converts<TypeParam, typename short_vector<norm, N>::type>();
  expect_converts<TypeParam, typename short_vector<unorm, N>::type>();
}

TYPED_TEST(ShortVector, HasArithmetic) {
  using T = typename TypeParam::value_type;
  const TypeParam a = make<TypeParam>(1, 0, 1, 0), b = make<TypeParam>(0, 0, 1, 0);
  const TypeParam ones(scalar<T>(1));
  EXPECT((std::is_same<decltype(a + b), TypeParam>::value));
  EXPECT(a - b == make<TypeParam>(1, 0, 0, 0));
  EXPECT(b + make<TypeParam>(1, 0, 0, 0) == make<TypeParam>(1, 0, 1, 0));
  EXPECT(a * b == b);
  EXPECT(b / ones == b);
}

TYPED_TEST(ShortVector, HasCompoundAssignment) {
  using T = typename TypeParam::value_type;
  TypeParam v = make<TypeParam>(1, 0, 1, 0);
  EXPECT(&(v -= make<TypeParam>(1, 0, 0, 0)) == &v);
  EXPECT(has_components(v, 0, 0, 1, 0));
  EXPECT(&(v += make<TypeParam>(0, 1, 0, 0)) == &v);
  EXPECT(has_components(v, 0, 1, 1, 0));
  EXPECT(&(v *= make<TypeParam>(1, 0, 1, 1)) == &v);
  EXPECT(has_components(v, 0, 0, 1, 0));
  EXPECT(&(v /= TypeParam(scalar<T>(1))) == &v);
  EXPECT(has_components(v, 0, 0, 1, 0));
}

TYPED_TEST(ShortVector, IncrementsAndDecrements) {
  TypeParam v;
  EXPECT(&++v == &v);
  EXPECT(has_components(v, 1, 1, 1, 1));
  EXPECT(&--v == &v);
  EXPECT(has_components(v, 0, 0, 0, 0));
  EXPECT(has_components(v++, 0, 0, 0, 0));
  EXPECT(has_components(v--, 1, 1, 1, 1));
  EXPECT(has_components(v, 0, 0, 0, 0));
}

TYPED_TEST(ShortVector, IsEqualWhenAllComponentsAre) {
  const TypeParam v = make<TypeParam>(1, 0, 1, 0);
  EXPECT(v == make<TypeParam>(1, 0, 1, 0));
  EXPECT(!(v != make<TypeParam>(1, 0, 1, 0)));
  EXPECT(!(v == make<TypeParam>(1, 1, 1, 0)));
  EXPECT(v != make<TypeParam>(0, 0, 1, 0));
}

TYPED_TEST(ShortVector, HasNoSubscript) { EXPECT(!has_subscript<TypeParam>(0)); }

TYPED_TEST(ShortVector, ReflectsItsScalarTypeAndLength) {
  using T = typename TypeParam::value_type;
  EXPECT((std::is_same<typename short_vector<T, TypeParam::size>::type, TypeParam>::value));
  EXPECT((std::is_same<typename short_vector_traits<TypeParam>::value_type, T>::value));
  EXPECT(int{short_vector_traits<TypeParam>::size} == int{TypeParam::size});
  EXPECT((std::is_same<typename short_vector<T, 1>::type, T>::value));
  EXPECT((std::is_same<typename short_vector_traits<T>::value_type, T>::value));
  EXPECT(int{short_vector_traits<T>::size} == 1);
}

template <template <typename, int> class Vector, template <typename> class Traits, class T, int N>
void expect_reflects() {
  using V = typename Vector<T, N>::type;
  EXPECT((std::is_same<typename Traits<V>::value_type, T>::value));
  EXPECT(int{Traits<V>::size} == N);
}

TYPED_TEST(ShortVector, TemplatesAreTemplateArguments) {
  using T = typename TypeParam::value_type;
  expect_reflects<short_vector, short_vector_traits, T, 1>();
  expect_reflects<short_vector, short_vector_traits, T, TypeParam::size>();
}

template <class V>
class SignedVector : public ::testing::Test {};
using Signed = ::testing::Types<int_2, int_3, int_4, float_2, float_3, float_4, double_2, double_3,
                                double_4, norm_2, norm_3, norm_4>;
TYPED_TEST_SUITE(SignedVector, Signed);

TYPED_TEST(SignedVector, Negates) {
  EXPECT(-make<TypeParam>(1, 0, -1, 1) == make<TypeParam>(-1, 0, 1, -1));
}

template <class V>
class IntegerVector : public ::testing::Test {};
using Integers = ::testing::Types<int_2, int_3, int_4, uint_2, uint_3, uint_4>;
TYPED_TEST_SUITE(IntegerVector, Integers);

TYPED_TEST(IntegerVector, HasIntegerOperators) {
  const TypeParam a = make<TypeParam>(12, 7, 5, 9), b = make<TypeParam>(5, 2, 3, 1);
  EXPECT((a % b) == make<TypeParam>(2, 1, 2, 0));
  EXPECT((a ^ b) == make<TypeParam>(9, 5, 6, 8));
  EXPECT((a | b) == make<TypeParam>(13, 7, 7, 9));
  EXPECT((a & b) == make<TypeParam>(4, 2, 1, 1));
  EXPECT((a << b) == make<TypeParam>(384, 28, 40, 18));
  EXPECT((a >> b) == make<TypeParam>(0, 1, 0, 4));
  EXPECT(~~a == a);
  EXPECT((~a & a) == TypeParam());
  EXPECT((~TypeParam()).x == static_cast<typename TypeParam::value_type>(-1));
}

TYPED_TEST(IntegerVector, HasIntegerCompoundAssignment) {
  TypeParam v = make<TypeParam>(12, 7, 5, 9);
  EXPECT(&(v %= make<TypeParam>(5, 4, 3, 2)) == &v);
  EXPECT(v == make<TypeParam>(2, 3, 2, 1));
  v ^= make<TypeParam>(1, 1, 1, 1);
  EXPECT(v == make<TypeParam>(3, 2, 3, 0));
  v |= make<TypeParam>(4, 4, 4, 4);
  EXPECT(v == make<TypeParam>(7, 6, 7, 4));
  v &= make<TypeParam>(6, 3, 6, 4);
  EXPECT(v == make<TypeParam>(6, 2, 6, 4));
  v <<= make<TypeParam>(1, 2, 3, 4);
  EXPECT(v == make<TypeParam>(12, 8, 48, 64));
  v >>= make<TypeParam>(2, 2, 2, 2);
  EXPECT(v == make<TypeParam>(3, 2, 12, 16));
}

TEST(ShortVectors, MixWithScalars) {
  EXPECT_EQ(float_3(1, 2, 3) * 2, float_3(2, 4, 6));
  EXPECT_EQ(2.0f * float_3(1, 2, 3), float_3(2, 4, 6));
  EXPECT_EQ(10 - int_2(1, 2), int_2(9, 8));
  EXPECT_EQ(double_2(1, 2) / 2.0, double_2(0.5, 1));
  EXPECT_TRUE(int_2(7, 7) == 7);
  int_2 v(1, 2);
  v += 1;
  v *= 3;
  EXPECT_EQ(v, int_2(6, 9));
}

TEST(ShortVectors, ConvertValuesAsScalarsAre) {
  EXPECT_EQ(int_3(float_3(1.75f, -1.75f, 0.5f)), int_3(1, -1, 0));
  EXPECT_EQ(uint_2(int_2(-1, 3)), uint_2(0xffffffffu, 3));
  EXPECT_EQ(norm_2(float_2(-2.0f, 0.5f)), norm_2(norm(-1.0f), norm(0.5f)));
  EXPECT_EQ(unorm_2(double_2(-2.0, 0.5)), unorm_2(unorm(0.0f), unorm(0.5f)));
  EXPECT_EQ(float_2(double_2(0.1, 0.2)), float_2(0.1f, 0.2f));
  EXPECT_EQ(double_2(float_2(0.1f, 0.2f)), double_2(0.1f, 0.2f));
  EXPECT_EQ(float_2(unorm_2(unorm(0.25f), unorm(1.0f))), float_2(0.25f, 1.0f));
}

TEST(ShortVectors, OfNormsClamp) {
  const norm_2 n(norm(0.75f), norm(-0.75f));
  EXPECT_EQ(n + n, norm_2(norm(1.0f), norm(-1.0f)));
  EXPECT_EQ(-n, norm_2(norm(-0.75f), norm(0.75f)));
  const unorm_2 u(unorm(0.75f), unorm(0.25f));
  EXPECT_EQ(u - unorm_2(unorm(0.5f)), unorm_2(unorm(0.25f), unorm(0.0f)));
}

// Programs write them so; there is no other number that they could mean.
TEST(ShortVectors, OfNormsConstructFromFloats) {
  EXPECT_EQ(norm_2(-2.0f, 0.5f), norm_2(norm(-1.0f), norm(0.5f)));
  EXPECT_EQ(unorm_3(-2.0f, 0.5f, 7), unorm_3(unorm(0.0f), unorm(0.5f), unorm(1.0f)));
  EXPECT_EQ(unorm_4(0, 0.25f, 0.5f, 1),
            unorm_4(unorm(0.0f), unorm(0.25f), unorm(0.5f), unorm(1.0f)));
  EXPECT_EQ(unorm_2(0.5f), unorm_2(unorm(0.5f)));
}

TEST(ShortVectors, HaveNamesInNamespaceDirect3d) {
  EXPECT_TRUE((std::is_same<graphics::direct3d::int2, int_2>::value));
  EXPECT_TRUE((std::is_same<graphics::direct3d::int3, int_3>::value));
  EXPECT_TRUE((std::is_same<graphics::direct3d::int4, int_4>::value));
  EXPECT_TRUE((std::is_same<graphics::direct3d::uint2, uint_2>::value));
  EXPECT_TRUE((std::is_same<graphics::direct3d::uint3, uint_3>::value));
  EXPECT_TRUE((std::is_same<graphics::direct3d::uint4, uint_4>::value));
  EXPECT_TRUE((std::is_same<graphics::direct3d::float2, float_2>::value));
  EXPECT_TRUE((std::is_same<graphics::direct3d::float3, float_3>::value));
  EXPECT_TRUE((std::is_same<graphics::direct3d::float4, float_4>::value));
  EXPECT_TRUE((std::is_same<graphics::direct3d::double2, double_2>::value));
  EXPECT_TRUE((std::is_same<graphics::direct3d::double3, double_3>::value));
  EXPECT_TRUE((std::is_same<graphics::direct3d::double4, double_4>::value));
  EXPECT_TRUE((std::is_same<graphics::direct3d::norm2, norm_2>::value));
  EXPECT_TRUE((std::is_same<graphics::direct3d::norm3, norm_3>::value));
  EXPECT_TRUE((std::is_same<graphics::direct3d::norm4, norm_4>::value));
  EXPECT_TRUE((std::is_same<graphics::direct3d::unorm2, unorm_2>::value));
  EXPECT_TRUE((std::is_same<graphics::direct3d::unorm3, unorm_3>::value));
  EXPECT_TRUE((std::is_same<graphics::direct3d::unorm4, unorm_4>::value));
}

// One in tile_static memory needs no code to run before main or at a declaration.
TEST(ShortVectors, AreConstantInitialised) {
  static constexpr float_4 constants[2] = {float_4(1, 2, 3, 4), float_4()};
  EXPECT_EQ(constants[0].w, 4.0f);
  static_assert(int_2(1, 2) + int_2(3) == int_2(4, 5), "arithmetic on constants");
}

}  // namespace
