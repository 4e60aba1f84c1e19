// Spec 4.1: class index.
#include <amp.h>
#include <gtest/gtest.h>

#include <type_traits>

namespace {

using namespace concurrency;

// 4.1.1
static_assert(index<1>::rank == 1);
static_assert(index<7>::rank == 7);
static_assert(std::is_same_v<index<3>::value_type, int>);

// 4.1.2: constructors for the rank, and for no other.
static_assert(std::is_default_constructible_v<index<5>>);
static_assert(std::is_constructible_v<index<1>, int>);
static_assert(!std::is_convertible_v<int, index<1>>, "explicit");
static_assert(!std::is_constructible_v<index<1>, int, int>);
static_assert(!std::is_constructible_v<index<2>, int>);
static_assert(std::is_constructible_v<index<2>, int, int>);
static_assert(!std::is_constructible_v<index<2>, int, int, int>);
static_assert(!std::is_constructible_v<index<3>, int, int>);
static_assert(std::is_constructible_v<index<3>, int, int, int>);
static_assert(!std::is_constructible_v<index<4>, int, int, int>);
static_assert(!std::is_constructible_v<index<4>, int, int, int, int>);
static_assert(std::is_constructible_v<index<4>, const int (&)[4]>);
static_assert(!std::is_convertible_v<const int (&)[4], index<4>>, "explicit");
static_assert(!std::is_constructible_v<index<2>, index<1>>);
static_assert(!std::is_constructible_v<index<1>, extent<1>>);

TEST(IndexConstructors, SetTheComponents) {
  const index<3> zero;
  EXPECT_EQ(zero[0], 0);
  EXPECT_EQ(zero[1], 0);
  EXPECT_EQ(zero[2], 0);
  const index<1> one(7);
  EXPECT_EQ(one[0], 7);
  const index<2> two(-1, 2);
  EXPECT_EQ(two[0], -1);
  EXPECT_EQ(two[1], 2);
  const index<2> listed = {3, 4};
  EXPECT_EQ(listed[1], 4);
  const index<3> three(2, 0, 4);
  EXPECT_EQ(three[0], 2);
  EXPECT_EQ(three[1], 0);
  EXPECT_EQ(three[2], 4);
  const int components[] = {1, 2, 3, 4, 5};
  const index<5> five(components);
  for (unsigned int d = 0; d < 5; ++d) EXPECT_EQ(five[d], static_cast<int>(d) + 1);
  const index<5> copy(five);
  EXPECT_EQ(copy, five);
}

// 4.1.3
TEST(IndexMembers, ReadAndWriteComponents) {
  index<2> i(1, 2);
  index<2> other;
  EXPECT_EQ(&(other = i), &other);
  EXPECT_EQ(other, i);
  other[1] = 9;
  EXPECT_EQ(other[1], 9);
  EXPECT_EQ(i[1], 2);
  static_assert(std::is_same_v<decltype(other[0]), int&>);
  static_assert(std::is_same_v<decltype(std::as_const(other)[0]), int>);
}

// 4.1.4
TEST(IndexOperators, Compare) {
  EXPECT_TRUE(index<2>(1, 2) == index<2>(1, 2));
  EXPECT_FALSE(index<2>(1, 2) == index<2>(1, 3));
  EXPECT_TRUE(index<2>(1, 2) != index<2>(0, 2));
  EXPECT_FALSE(index<2>(1, 2) != index<2>(1, 2));
}

TEST(IndexOperators, WorkComponentByComponent) {
  const index<3> a(10, 20, 30);
  const index<3> b(1, 2, 3);
  EXPECT_EQ(a + b, index<3>(11, 22, 33));
  EXPECT_EQ(a - b, index<3>(9, 18, 27));
  EXPECT_EQ(a + 1, index<3>(11, 21, 31));
  EXPECT_EQ(1 + a, index<3>(11, 21, 31));
  EXPECT_EQ(a - 1, index<3>(9, 19, 29));
  EXPECT_EQ(1 - a, index<3>(-9, -19, -29));
  EXPECT_EQ(a * 2, index<3>(20, 40, 60));
  EXPECT_EQ(2 * a, index<3>(20, 40, 60));
  EXPECT_EQ(a / 7, index<3>(1, 2, 4));
  EXPECT_EQ(60 / a, index<3>(6, 3, 2));
  EXPECT_EQ(a % 7, index<3>(3, 6, 2));
  EXPECT_EQ(64 % a, index<3>(4, 4, 4));
}

TEST(IndexOperators, AssignAndReturnTheIndex) {
  index<2> i(10, 20);
  EXPECT_EQ(&(i += index<2>(1, 2)), &i);
  EXPECT_EQ(i, index<2>(11, 22));
  EXPECT_EQ(&(i -= index<2>(1, 2)), &i);
  EXPECT_EQ(i, index<2>(10, 20));
  EXPECT_EQ(&(i += 5), &i);
  EXPECT_EQ(i, index<2>(15, 25));
  i -= 5;
  i *= 3;
  EXPECT_EQ(i, index<2>(30, 60));
  i /= 4;
  EXPECT_EQ(i, index<2>(7, 15));
  i %= 4;
  EXPECT_EQ(i, index<2>(3, 3));
}

TEST(IndexOperators, IncrementAndDecrement) {
  index<2> i(1, 2);
  EXPECT_EQ(&++i, &i);
  EXPECT_EQ(i, index<2>(2, 3));
  EXPECT_EQ(i++, index<2>(2, 3));
  EXPECT_EQ(i, index<2>(3, 4));
  EXPECT_EQ(&--i, &i);
  EXPECT_EQ(i--, index<2>(2, 3));
  EXPECT_EQ(i, index<2>(1, 2));
}

TEST(IndexInKernels, WorksForRanksBeyondThree) {
  std::vector<int> result(2 * 3 * 4 * 5);
  const int lengths[] = {2, 3, 4, 5};
  const extent<4> domain(lengths);
  array_view<int, 4> view(domain, result);
  parallel_for_each(
      domain, [=](index<4> i) restrict(amp) {
        const index<4> next = i + 1;
        view[i] = next[0] * 1000 + next[1] * 100 + next[2] * 10 + next[3];
      });
  view.synchronize();
  EXPECT_EQ(result.front(), 1111);
  EXPECT_EQ(result.back(), 2345);
}

}  // namespace
