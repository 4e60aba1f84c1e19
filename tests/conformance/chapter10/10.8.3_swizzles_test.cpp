// Spec 10.8.3: components of short vectors, alone, by reference, in pairs, triplets and
// quadruplets, as properties in both spaces of names and as functions.
#include "conformance/chapter10/expect.h"

#include <amp_short_vectors.h>
#include <gtest/gtest.h>

#include <type_traits>

using namespace concurrency::graphics;

namespace {

// All names, as their letters in both spaces.
#define PAIRS_OF_2(_) _(x, y, r, g) _(y, x, g, r)
// clang-format off
#define PAIRS_OF_3(_) \
  PAIRS_OF_2(_)       \
  _(x, z, r, b) _(z, x, b, r) _(y, z, g, b) _(z, y, b, g)
#define PAIRS_OF_4(_) \
  PAIRS_OF_3(_)       \
  _(x, w, r, a) _(w, x, a, r) _(y, w, g, a) _(w, y, a, g) _(z, w, b, a) _(w, z, a, b)
#define TRIPLETS_OF_3(_) \
  _(x, y, z, r, g, b)    \
  _(x, z, y, r, b, g)    \
  _(y, x, z, g, r, b) _(y, z, x, g, b, r) _(z, x, y, b, r, g) _(z, y, x, b, g, r)
#define TRIPLETS_OF_4(_)                                                              \
  TRIPLETS_OF_3(_)                                                                    \
  _(x, y, w, r, g, a)                                                                 \
  _(x, w, y, r, a, g)                                                                 \
  _(y, x, w, g, r, a)                                                                 \
  _(y, w, x, g, a, r)                                                                 \
  _(w, x, y, a, r, g)                                                                 \
  _(w, y, x, a, g, r)                                                                 \
  _(x, z, w, r, b, a) _(x, w, z, r, a, b) _(z, x, w, b, r, a) _(z, w, x, b, a, r)     \
      _(w, x, z, a, r, b) _(w, z, x, a, b, r) _(y, z, w, g, b, a) _(y, w, z, g, a, b) \
          _(z, y, w, b, g, a) _(z, w, y, b, a, g) _(w, y, z, a, g, b) _(w, z, y, a, b, g)
#define QUADRUPLETS(_)                                                                          \
  _(x, y, z, w, r, g, b, a)                                                                     \
  _(x, y, w, z, r, g, a, b)                                                                     \
  _(x, z, y, w, r, b, g, a)                                                                     \
  _(x, z, w, y, r, b, a, g)                                                                     \
  _(x, w, y, z, r, a, g, b)                                                                     \
  _(x, w, z, y, r, a, b, g)                                                                     \
  _(y, x, z, w, g, r, b, a) _(y, x, w, z, g, r, a, b) _(y, z, x, w, g, b, r, a)                 \
      _(y, z, w, x, g, b, a, r) _(y, w, x, z, g, a, r, b) _(y, w, z, x, g, a, b, r)             \
          _(z, x, y, w, b, r, g, a) _(z, x, w, y, b, r, a, g) _(z, y, x, w, b, g, r, a)         \
              _(z, y, w, x, b, g, a, r) _(z, w, x, y, b, a, r, g) _(z, w, y, x, b, a, g, r)     \
                  _(w, x, y, z, a, r, g, b) _(w, x, z, y, a, r, b, g) _(w, y, x, z, a, g, r, b) \
                      _(w, y, z, x, a, g, b, r) _(w, z, x, y, a, b, r, g)                       \
                          _(w, z, y, x, a, b, g, r)

// Values that all scalar types hold exactly.
template <class V>
V numbered() {
  using T = typename V::value_type;
  const float unit = std::is_arithmetic<T>::value ? 1.0f : 0.125f;
  V v;
  v.x = static_cast<T>(1 * unit);
  v.y = static_cast<T>(2 * unit);
  if constexpr (V::size >= 3) v.z = static_cast<T>(3 * unit);
  if constexpr (V::size >= 4) v.w = static_cast<T>(4 * unit);
  return v;
}

template <class V, int N>
using shorter = typename short_vector<typename V::value_type, N>::type;

template <class V>
class Components : public ::testing::Test {};
using All = ::testing::Types<int_2, int_3, int_4, uint_2, uint_3, uint_4, float_2, float_3, float_4,
                             double_2, double_3, double_4, norm_2, norm_3, norm_4, unorm_2, unorm_3,
                             unorm_4>;
TYPED_TEST_SUITE(Components, All);

// The vectors of all scalar types have the swizzles of one template. A type of the language and a class
// show them, in half of the compile time.
template <class V>
class Swizzles : public ::testing::Test {};
using OfEachKind = ::testing::Types<int_2, int_3, int_4, norm_2, norm_3, norm_4>;
TYPED_TEST_SUITE(Swizzles, OfEachKind);

#define EXPECT_COMPONENT(name, color)                            \
  {                                                              \
    const TypeParam old = numbered<TypeParam>();                 \
    TypeParam v = old;                                           \
    EXPECT(old.get_##name() == old.name);                        \
    EXPECT(old.color == old.name);                               \
    v.set_##name(T());                                           \
    EXPECT(v.name == T());                                       \
    EXPECT(v.color == T());                                      \
    v.color = old.name;                                          \
    EXPECT(v == old);                                            \
    EXPECT(&v.ref_##name() == &v.name);                          \
    EXPECT(&v.ref_##color() == &v.name);                         \
    EXPECT((std::is_same<decltype(v.ref_##name()), T&>::value)); \
    EXPECT((std::is_same<decltype(v.name), T>::value));          \
    EXPECT((std::is_same<decltype(v.color), T>::value));         \
  }

TYPED_TEST(Components, AreReadAndWrittenByEachName) {
  using T = typename TypeParam::value_type;
  EXPECT_COMPONENT(x, r)
  EXPECT_COMPONENT(y, g)
  if constexpr (TypeParam::size >= 3) {
    EXPECT_COMPONENT(z, b)
  }
  if constexpr (TypeParam::size >= 4) {
    EXPECT_COMPONENT(w, a)
  }
}

// What holds for the swizzle called `name`, or `color`: `picked` is the vector of the components
// that it names, in their order, Part that vector's type, and `zeroed` is `old` with zeros there.
#define EXPECT_SWIZZLE(name, color)                             \
  {                                                             \
    const Part value = old.name, color_value = old.color;       \
    EXPECT(value == picked && color_value == picked);           \
    EXPECT(old.get_##name() == picked);                         \
                                                                \
    TypeParam by_name = old, by_color = old, by_function = old; \
    by_name.name = Part();                                      \
    by_color.color = Part();                                    \
    by_function.set_##name(Part());                             \
    EXPECT(by_name == zeroed && by_color == zeroed);            \
    EXPECT(by_function == zeroed);                              \
                                                                \
    by_name.name = old.name;                                    \
    by_color.color = old.color;                                 \
    EXPECT(by_name == old && by_color == old);                  \
  }

#define EXPECT_PAIR(p, q, P, Q)                             \
  {                                                         \
    using Part = shorter<TypeParam, 2>;                     \
    const Part picked(old.p, old.q);                        \
    TypeParam zeroed = old;                                 \
    zeroed.p = zeroed.q = typename TypeParam::value_type(); \
    EXPECT_SWIZZLE(p##q, P##Q)                              \
  }
#define EXPECT_TRIPLET(p, q, s, P, Q, S)                               \
  {                                                                    \
    using Part = shorter<TypeParam, 3>;                                \
    const Part picked(old.p, old.q, old.s);                            \
    TypeParam zeroed = old;                                            \
    zeroed.p = zeroed.q = zeroed.s = typename TypeParam::value_type(); \
    EXPECT_SWIZZLE(p##q##s, P##Q##S)                                   \
  }
#define EXPECT_QUADRUPLET(p, q, s, t, P, Q, S, T)  \
  {                                                \
    using Part = TypeParam;                        \
    const Part picked(old.p, old.q, old.s, old.t); \
    const TypeParam zeroed;                        \
    EXPECT_SWIZZLE(p##q##s##t, P##Q##S##T)         \
  }
// clang-format on

TYPED_TEST(Swizzles, OfTwoComponents) {
  const TypeParam old = numbered<TypeParam>();
  if constexpr (TypeParam::size == 2) {
    PAIRS_OF_2(EXPECT_PAIR)
  } else if constexpr (TypeParam::size == 3) {
    PAIRS_OF_3(EXPECT_PAIR)
  } else {
    PAIRS_OF_4(EXPECT_PAIR)
  }
}

TYPED_TEST(Swizzles, OfThreeComponents) {
  [[maybe_unused]] const TypeParam old = numbered<TypeParam>();
  if constexpr (TypeParam::size == 3) {
    TRIPLETS_OF_3(EXPECT_TRIPLET)
  } else if constexpr (TypeParam::size == 4) {
    TRIPLETS_OF_4(EXPECT_TRIPLET)
  }
}

TYPED_TEST(Swizzles, OfFourComponents) {
  [[maybe_unused]] const TypeParam old = numbered<TypeParam>();
  if constexpr (TypeParam::size == 4) {
    QUADRUPLETS(EXPECT_QUADRUPLET)
  }
}

// A swizzle has the swizzles of the vector that it converts to, read and written.
#define EXPECT_SWIZZLE_OF_SWIZZLE(name, color)       \
  {                                                  \
    const Whole whole = swizzle;                     \
    const auto old = whole.get_##name();             \
    using Part = std::remove_const_t<decltype(old)>; \
    EXPECT(Part(swizzle.name) == old);               \
    EXPECT(Part(swizzle.color) == old);              \
    EXPECT(swizzle.name.get_x() == old.x);           \
    EXPECT(swizzle.color.y == old.y);                \
    swizzle.name = Part();                           \
    Whole zeroed = whole;                            \
    zeroed.set_##name(Part());                       \
    EXPECT(Whole(swizzle) == zeroed);                \
    swizzle.color = old;                             \
    EXPECT(Whole(swizzle) == whole);                 \
  }
#define EXPECT_PAIR_OF_SWIZZLE(p, q, P, Q) EXPECT_SWIZZLE_OF_SWIZZLE(p##q, P##Q)
#define EXPECT_TRIPLET_OF_SWIZZLE(p, q, s, P, Q, S) EXPECT_SWIZZLE_OF_SWIZZLE(p##q##s, P##Q##S)

template <class Swizzle>
void expect_swizzles_of_pair(Swizzle& swizzle) {
  using Whole = typename short_vector<decltype(swizzle.get_x()), 2>::type;
  PAIRS_OF_2(EXPECT_PAIR_OF_SWIZZLE)
}
template <class Swizzle>
void expect_swizzles_of_triplet(Swizzle& swizzle) {
  using Whole = typename short_vector<decltype(swizzle.get_x()), 3>::type;
  PAIRS_OF_3(EXPECT_PAIR_OF_SWIZZLE)
  TRIPLETS_OF_3(EXPECT_TRIPLET_OF_SWIZZLE)
}

#define EXPECT_SWIZZLES_OF_PAIR(p, q, P, Q) expect_swizzles_of_pair(v.p##q);
#define EXPECT_SWIZZLES_OF_TRIPLET(p, q, s, P, Q, S) expect_swizzles_of_triplet(v.p##q##s);

TEST(SwizzlesOfSwizzles, OfPairs) {
  int_4 v = numbered<int_4>();
  PAIRS_OF_4(EXPECT_SWIZZLES_OF_PAIR)
  EXPECT_EQ(v, numbered<int_4>());
}

TEST(SwizzlesOfSwizzles, OfTriplets) {
  int_4 v = numbered<int_4>();
  TRIPLETS_OF_4(EXPECT_SWIZZLES_OF_TRIPLET)
  EXPECT_EQ(v, numbered<int_4>());
}

TEST(SwizzlesOfSwizzles, OfShorterVectors) {
  float_3 v = numbered<float_3>();
  PAIRS_OF_3(EXPECT_SWIZZLES_OF_PAIR)
  TRIPLETS_OF_3(EXPECT_SWIZZLES_OF_TRIPLET)
  norm_2 n = numbered<norm_2>();
  expect_swizzles_of_pair(n.yx);
}

TEST(SwizzlesOfSwizzles, AreUsedLikeOthers) {
  int_4 v(1, 2, 3, 4);
  EXPECT_EQ(v.xyz.zy + v.wz.yx, int_2(6, 6));
  v.wzy.yx += 10;
  EXPECT_EQ(v, int_4(1, 2, 13, 14));
  v.xyz.zx = v.zyx.zx;
  EXPECT_EQ(v, int_4(13, 2, 1, 14));
  for (const bool first : {true, false}) {
    EXPECT_EQ(int_2(first ? v.xyz.zy : v.wz), first ? int_2(1, 2) : int_2(14, 1));
    EXPECT_EQ(int_2(first ? v.zy : v.xyz.zy), int_2(1, 2));
  }
  const auto part = v.xyz.zy;
  v = 0;
  EXPECT_EQ(int_2(part), int_2(1, 2));
}

// --- How swizzles are used -----------------------------------------------------------------------

TEST(SwizzleProperties, TheExamplesOfTheSpecification) {
  const int_3 f3(1, 2, 3);
  const int_2 yz = f3.yz;
  EXPECT_EQ(yz, int_2(2, 3));
  const int_4 f4(1, 2, 3, 4);
  const int_3 wzy = f4.wzy;
  EXPECT_EQ(wzy, int_3(4, 3, 2));
  const int_4 wzyx = f4.wzyx;
  EXPECT_EQ(wzyx, int_4(4, 3, 2, 1));
}

TEST(SwizzleProperties, AssignFromEachOther) {
  int_4 u(1, 2, 3, 4), v(5, 6, 7, 8);
  u.xz = v.xz;
  EXPECT_EQ(u, int_4(5, 2, 7, 4));
  u.wy = v.bg;
  EXPECT_EQ(u, int_4(5, 6, 7, 7));
  u.xyz = int_3(0).zyx;
  EXPECT_EQ(u, int_4(0, 0, 0, 7));
}

TEST(SwizzleProperties, AssignWithinOneVector) {
  int_4 v(1, 2, 3, 4);
  v.xy = v.yx;
  EXPECT_EQ(v, int_4(2, 1, 3, 4));
  v.xyzw = v.wzyx;
  EXPECT_EQ(v, int_4(4, 3, 1, 2));
  v.xyz = v.yzx;
  EXPECT_EQ(v, int_4(3, 1, 4, 2));
}

TEST(SwizzleProperties, AssignFromTheVectorThatTheyAreOf) {
  float_4 v(1, 2, 3, 4);
  v.wzyx = v;
  EXPECT_EQ(v, float_4(4, 3, 2, 1));
  v.set_yxzw(v);
  EXPECT_EQ(v, float_4(3, 4, 2, 1));
}

TEST(SwizzleProperties, AssignInChains) {
  int_4 u(1, 2, 3, 4), v(5, 6, 7, 8);
  const int_2 last = u.xy = v.zw = int_2(0, 9);
  EXPECT_EQ(last, int_2(0, 9));
  EXPECT_EQ(u, int_4(0, 9, 3, 4));
  EXPECT_EQ(v, int_4(5, 6, 0, 9));
}

TEST(SwizzleProperties, AssignFromScalarsAndLists) {
  float_4 v(1, 2, 3, 4);
  v.yz = 7;
  EXPECT_EQ(v, float_4(1, 7, 7, 4));
  v.wx = {5, 6};
  EXPECT_EQ(v, float_4(6, 7, 7, 5));
}

TEST(SwizzleProperties, AreOperands) {
  const float_4 v(1, 2, 3, 4);
  EXPECT_EQ(v.xy + v.zw, float_2(4, 6));
  EXPECT_EQ(v.xy * 2, float_2(2, 4));
  EXPECT_EQ(2 - v.yx, float_2(0, 1));
  EXPECT_EQ(-v.zyx, float_3(-3, -2, -1));
  EXPECT_TRUE(v.xy == float_2(1, 2));
  EXPECT_TRUE(v.xy != v.yx);
  const int_4 i(1, 2, 3, 4);
  EXPECT_EQ(i.xy << 4 | i.zw, int_2(0x13, 0x24));
  EXPECT_EQ(~i.wz, int_2(-5, -4));
}

TEST(SwizzleProperties, HaveCompoundAssignment) {
  int_4 v(1, 2, 3, 4);
  v.xy += v.zw;
  EXPECT_EQ(v, int_4(4, 6, 3, 4));
  v.zx -= int_2(1, 2);
  EXPECT_EQ(v, int_4(2, 6, 2, 4));
  v.xyz *= 3;
  EXPECT_EQ(v, int_4(6, 18, 6, 4));
  v.gr /= int_2(9, 3);
  EXPECT_EQ(v, int_4(2, 2, 6, 4));
  v.zw %= 4;
  EXPECT_EQ(v, int_4(2, 2, 2, 0));
  v.xy <<= int_2(1, 2);
  v.xy >>= 1;
  v.wz |= int_2(1, 4);
  v.wz &= int_2(3, 6);
  v.wz ^= 1;
  EXPECT_EQ(v, int_4(2, 4, 7, 0));
  ++v.xw;
  EXPECT_EQ(v.yz++, int_2(4, 7));
  EXPECT_EQ(v.yz--, int_2(5, 8));
  --v.xy;
  EXPECT_EQ(v, int_4(2, 3, 7, 1));
}

float sum(const float_2& v) { return v.x + v.y; }

TEST(SwizzleProperties, AreArgumentsAndConvert) {
  const int_4 v(1, 2, 3, 4);
  EXPECT_EQ(float_2(v.wy), float_2(4, 2));
  EXPECT_EQ(static_cast<uint_3>(v.zyx), uint_3(3, 2, 1));
  const float_3 f(1, 2, 3);
  EXPECT_EQ(sum(f.yz), 5.0f);
  const float_2 direct(f.zx);
  EXPECT_EQ(direct, float_2(3, 1));
}

TEST(SwizzleProperties, HaveGettersOfTheirOwn) {
  const int_4 v(1, 2, 3, 4);
  EXPECT_EQ(v.wzyx.get_x(), 4);
  EXPECT_EQ(v.wzyx.get_w(), 1);
  EXPECT_EQ(v.xwz.get_z(), 3);
  EXPECT_EQ(v.zw.get_y(), 4);
  const norm_3 n(0.5f, 0.25f, -0.5f);
  EXPECT_EQ(n.zyx.get_x(), norm(-0.5f));
  static_assert(std::is_same<decltype(v.xyz.get_z()), int>::value);
}

TEST(SwizzleProperties, AreChosenByAConditionalOperator) {
  float_4 v(1, 2, 3, 4);
  const float_2 u(5, 6);
  for (const bool first : {true, false}) {
    EXPECT_EQ(float_2(first ? v.xy : v.zw), first ? float_2(1, 2) : float_2(3, 4));
    EXPECT_EQ(float_2(first ? v.zw : v.xy), first ? float_2(3, 4) : float_2(1, 2));
    EXPECT_EQ(float_2(first ? v.wx : u.yx), first ? float_2(4, 1) : float_2(6, 5));
    EXPECT_EQ(float_3(first ? v.wzy : v.xyz), first ? float_3(4, 3, 2) : float_3(1, 2, 3));
    EXPECT_EQ(float_2(first ? v.xy : u), first ? float_2(1, 2) : u);
    EXPECT_EQ((first ? v.xy : v.zw).x, first ? 1 : 3);
  }
  (v.x > 0 ? v.xy : v.xy) = u;
  EXPECT_EQ(v, float_4(5, 6, 3, 4));
  const norm_4 n(0.5f, 0.25f, -0.5f, 1.0f);
  EXPECT_EQ(norm_2(v.x > 0 ? n.xy : n.zw), norm_2(0.5f, 0.25f));
  EXPECT_EQ(norm_2(v.x > 0 ? n.zw : n.xy), norm_2(-0.5f, 1.0f));
}

TEST(SwizzleProperties, HaveComponentsOfTheirOwn) {
  int_4 v(1, 2, 3, 4);
  EXPECT_EQ(v.zyx.x, 3);
  EXPECT_EQ(v.wz.g, 3);
  auto part = v.wzy;
  v = 0;
  EXPECT_EQ(part.x, 4);
  EXPECT_EQ(part.z, 2);
  EXPECT_EQ(int_3(part), int_3(4, 3, 2));
}

}  // namespace
