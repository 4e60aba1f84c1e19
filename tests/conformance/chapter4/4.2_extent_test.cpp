// Spec 4.2: class extent.
#include <amp.h>
#include <gtest/gtest.h>

#include <type_traits>

namespace {

using namespace concurrency;

// 4.2.1
static_assert(extent<1>::rank == 1);
static_assert(extent<128>::rank == 128);
static_assert(std::is_same_v<extent<3>::value_type, int>);

// 4.2.2
static_assert(std::is_constructible_v<extent<1>, int>);
static_assert(!std::is_convertible_v<int, extent<1>>, "explicit");
static_assert(!std::is_constructible_v<extent<1>, int, int>);
static_assert(!std::is_constructible_v<extent<2>, int>);
static_assert(std::is_constructible_v<extent<2>, int, int>);
static_assert(!std::is_constructible_v<extent<2>, int, int, int>);
static_assert(!std::is_constructible_v<extent<3>, int, int>);
static_assert(std::is_constructible_v<extent<3>, int, int, int>);
static_assert(!std::is_constructible_v<extent<4>, int, int, int, int>);
static_assert(!std::is_convertible_v<const int (&)[4], extent<4>>, "explicit");
static_assert(!std::is_constructible_v<extent<1>, index<1>>);

TEST(ExtentConstructors, SetTheComponents) {
  const extent<3> zero;
  EXPECT_EQ(zero, extent<3>(0, 0, 0));
  EXPECT_EQ(extent<1>(7)[0], 7);
  EXPECT_EQ(extent<2>(7, 8)[1], 8);
  EXPECT_EQ(extent<3>(7, 8, 9)[2], 9);
  const int components[] = {1, 2, 3, 4};
  const extent<4> four(components);
  EXPECT_EQ(four[3], 4);
  const extent<4> copy(four);
  EXPECT_EQ(copy, four);
}

// 4.2.3
TEST(ExtentMembers, AssignAndAccess) {
  extent<2> e(2, 3);
  extent<2> other;
  EXPECT_EQ(&(other = e), &other);
  EXPECT_EQ(other, e);
  other[0] = 5;
  EXPECT_EQ(other, extent<2>(5, 3));
  static_assert(std::is_same_v<decltype(std::as_const(other)[0]), int>);
}

TEST(ExtentMembers, ContainsTheIndicesFromTheOrigin) {
  const extent<2> e(2, 3);
  EXPECT_TRUE(e.contains(index<2>(0, 0)));
  EXPECT_TRUE(e.contains(index<2>(1, 2)));
  EXPECT_FALSE(e.contains(index<2>(2, 0)));
  EXPECT_FALSE(e.contains(index<2>(0, 3)));
  EXPECT_FALSE(e.contains(index<2>(-1, 0)));
  EXPECT_FALSE(extent<1>().contains(index<1>(0)));
}

TEST(ExtentMembers, SizeIsTheProduct) {
  static_assert(std::is_same_v<decltype(extent<1>().size()), unsigned int>);
  EXPECT_EQ(extent<1>(7).size(), 7u);
  EXPECT_EQ(extent<3>(7, 5, 3).size(), 105u);
  EXPECT_EQ(extent<2>(65536, 65535).size(), 4294901760u);
  EXPECT_EQ(extent<2>().size(), 0u);
}

TEST(ExtentMembers, TileGivesATiledExtent) {
  static_assert(std::is_same_v<decltype(extent<1>().tile<8>()), tiled_extent<8>>);
  static_assert(std::is_same_v<decltype(extent<2>().tile<8, 4>()), tiled_extent<8, 4>>);
  static_assert(std::is_same_v<decltype(extent<3>().tile<8, 4, 2>()), tiled_extent<8, 4, 2>>);
  const extent<2> e(16, 12);
  const extent<2>& tiled = e.tile<8, 4>();
  EXPECT_EQ(tiled, e);
}

// 4.2.4
TEST(ExtentOperators, Compare) {
  EXPECT_TRUE(extent<2>(1, 2) == extent<2>(1, 2));
  EXPECT_FALSE(extent<2>(1, 2) == extent<2>(2, 2));
  EXPECT_TRUE(extent<2>(1, 2) != extent<2>(2, 2));
}

TEST(ExtentOperators, WorkComponentByComponent) {
  const extent<2> a(10, 20);
  const extent<2> b(1, 2);
  EXPECT_EQ(a + b, extent<2>(11, 22));
  EXPECT_EQ(a - b, extent<2>(9, 18));
  EXPECT_EQ(a + index<2>(1, 2), extent<2>(11, 22));
  EXPECT_EQ(a - index<2>(1, 2), extent<2>(9, 18));
  static_assert(std::is_same_v<decltype(a + index<2>()), extent<2>>);
  EXPECT_EQ(a + 1, extent<2>(11, 21));
  EXPECT_EQ(1 + a, extent<2>(11, 21));
  EXPECT_EQ(a - 1, extent<2>(9, 19));
  EXPECT_EQ(30 - a, extent<2>(20, 10));
  EXPECT_EQ(a * 2, extent<2>(20, 40));
  EXPECT_EQ(2 * a, extent<2>(20, 40));
  EXPECT_EQ(a / 3, extent<2>(3, 6));
  EXPECT_EQ(40 / a, extent<2>(4, 2));
  EXPECT_EQ(a % 3, extent<2>(1, 2));
  EXPECT_EQ(45 % a, extent<2>(5, 5));
}

TEST(ExtentOperators, AssignAndReturnTheExtent) {
  extent<2> e(10, 20);
  EXPECT_EQ(&(e += extent<2>(1, 2)), &e);
  EXPECT_EQ(e, extent<2>(11, 22));
  EXPECT_EQ(&(e -= extent<2>(1, 2)), &e);
  EXPECT_EQ(&(e += index<2>(1, 2)), &e);
  EXPECT_EQ(e, extent<2>(11, 22));
  EXPECT_EQ(&(e -= index<2>(1, 2)), &e);
  EXPECT_EQ(e, extent<2>(10, 20));
  e += 2;
  e -= 1;
  e *= 4;
  EXPECT_EQ(e, extent<2>(44, 84));
  e /= 5;
  EXPECT_EQ(e, extent<2>(8, 16));
  e %= 5;
  EXPECT_EQ(e, extent<2>(3, 1));
}

TEST(ExtentOperators, IncrementAndDecrement) {
  extent<2> e(1, 2);
  EXPECT_EQ(&++e, &e);
  EXPECT_EQ(e++, extent<2>(2, 3));
  EXPECT_EQ(e, extent<2>(3, 4));
  EXPECT_EQ(&--e, &e);
  EXPECT_EQ(e--, extent<2>(2, 3));
  EXPECT_EQ(e, extent<2>(1, 2));
}

}  // namespace
