// Spec 5.2.1, 5.2.2: class array_view and its constructors.
#include <amp.h>
#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <list>
#include <numeric>
#include <string>
#include <type_traits>
#include <vector>

namespace {

using namespace concurrency;
using concurrency::array;

// 5.2.1
static_assert(array_view<int>::rank == 1);
static_assert(array_view<const int, 6>::rank == 6);
static_assert(std::is_same_v<array_view<int>, array_view<int, 1>>);
static_assert(std::is_same_v<array_view<int, 2>::value_type, int>);
static_assert(std::is_same_v<array_view<const int, 2>::value_type, const int>);

// 5.2.2: no default constructor; which conversions exist.
static_assert(!std::is_default_constructible_v<array_view<int>>);
static_assert(!std::is_default_constructible_v<array_view<const int>>);
static_assert(std::is_copy_constructible_v<array_view<int>>);
static_assert(std::is_convertible_v<array<int, 2>&, array_view<int, 2>>);
static_assert(!std::is_constructible_v<array_view<int>, const array<int>&>);
static_assert(!std::is_constructible_v<array_view<int>, array<int>>, "no temporary");
static_assert(std::is_convertible_v<const array<int>&, array_view<const int>>);
static_assert(std::is_convertible_v<array_view<int, 3>, array_view<const int, 3>>);
static_assert(!std::is_constructible_v<array_view<int>, array_view<const int>>);
static_assert(!std::is_constructible_v<array_view<int, 2>, array_view<int, 1>>);
static_assert(!std::is_constructible_v<array_view<float>, array_view<int>>);

using vector = std::vector<int>;
static_assert(std::is_constructible_v<array_view<int>, vector&>);
static_assert(!std::is_convertible_v<vector&, array_view<int>>, "explicit");
static_assert(!std::is_constructible_v<array_view<int>, vector>, "no temporary");
static_assert(!std::is_constructible_v<array_view<int>, const vector&>);
static_assert(std::is_constructible_v<array_view<const int>, const vector&>);
static_assert(std::is_constructible_v<array_view<const int>, vector&>);
static_assert(!std::is_constructible_v<array_view<int, 2>, vector&>);
static_assert(!std::is_constructible_v<array_view<float>, vector&>);
static_assert(!std::is_constructible_v<array_view<unsigned>, vector&>);
static_assert(!std::is_constructible_v<array_view<int>, std::list<int>&>, "no data()");
static_assert(!std::is_constructible_v<array_view<int>, std::string&>);
static_assert(std::is_constructible_v<array_view<int, 2>, extent<2>, vector&>);
static_assert(!std::is_constructible_v<array_view<int, 2>, extent<1>, vector&>);
static_assert(std::is_constructible_v<array_view<int>, int, vector&>);
static_assert(!std::is_constructible_v<array_view<int, 2>, int, vector&>);
static_assert(std::is_constructible_v<array_view<int, 2>, int, int, vector&>);
static_assert(!std::is_constructible_v<array_view<int, 1>, int, int, vector&>);
static_assert(std::is_constructible_v<array_view<int, 3>, int, int, int, vector&>);
static_assert(std::is_constructible_v<array_view<int, 2>, extent<2>, int*>);
static_assert(!std::is_constructible_v<array_view<int, 2>, extent<2>, const int*>);
static_assert(std::is_constructible_v<array_view<const int, 2>, extent<2>, const int*>);
static_assert(!std::is_constructible_v<array_view<int, 2>, extent<2>, float*>);
static_assert(std::is_constructible_v<array_view<int>, int (&)[4]>);
static_assert(!std::is_convertible_v<int (&)[4], array_view<int>>, "explicit");
static_assert(!std::is_constructible_v<array_view<int>, const int (&)[4]>);
static_assert(std::is_constructible_v<array_view<const int>, const int (&)[4]>);
static_assert(std::is_constructible_v<array_view<const int>, int (&)[4]>);
static_assert(!std::is_constructible_v<array_view<float>, int (&)[4]>);

// Views without a source exist for elements that can be written.
static_assert(std::is_constructible_v<array_view<int, 4>, extent<4>>);
static_assert(!std::is_convertible_v<extent<2>, array_view<int, 2>>, "explicit");
static_assert(std::is_constructible_v<array_view<int>, int>);
static_assert(!std::is_convertible_v<int, array_view<int>>, "explicit");
static_assert(std::is_constructible_v<array_view<int, 2>, int, int>);
static_assert(std::is_constructible_v<array_view<int, 3>, int, int, int>);
static_assert(!std::is_constructible_v<array_view<int, 2>, int>);
static_assert(!std::is_constructible_v<array_view<const int>, int>);
static_assert(!std::is_constructible_v<array_view<const int, 2>, extent<2>>);

vector counted() {
  vector numbers(24);
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

TEST(ArrayViewConstructors, FromAnArray) {
  const vector source = counted();
  array<int, 2> a(4, 6, source.begin());
  array_view<int, 2> view = a;
  EXPECT_EQ(view.extent, a.extent);
  EXPECT_EQ(view.source_accelerator_view, a.accelerator_view);
  view(3, 5) = 7;
  EXPECT_EQ(vector(a)[23], 7);
  const array<int, 2>& constant = a;
  array_view<const int, 2> readable(constant);
  EXPECT_EQ(readable(3, 5), 7);
}

TEST(ArrayViewConstructors, FromContainers) {
  vector source = counted();
  EXPECT_EQ((array_view<int, 2>(extent<2>(4, 6), source)(3, 5)), 23);
  EXPECT_EQ((array_view<int, 2>(4, 6, source)(3, 5)), 23);
  EXPECT_EQ((array_view<int, 3>(2, 3, 4, source)(1, 2, 3)), 23);
  EXPECT_EQ((array_view<int>(24, source)(23)), 23);
  EXPECT_EQ((array_view<int>(extent<1>(20), source).extent), extent<1>(20));
  const array_view<int> whole(source);
  EXPECT_EQ(whole.extent, extent<1>(24));
  whole[23] = -1;
  EXPECT_EQ(source[23], -1);
  std::array<float, 4> floats = {1, 2, 3, 4};
  EXPECT_EQ(array_view<float>(floats)[3], 4);
  EXPECT_EQ((array_view<float, 2>(2, 2, floats)(1, 1)), 4);
}

TEST(ArrayViewConstructors, OfConstFromContainers) {
  const vector source = counted();
  EXPECT_EQ((array_view<const int, 2>(extent<2>(4, 6), source)(3, 5)), 23);
  EXPECT_EQ((array_view<const int, 2>(4, 6, source)(3, 5)), 23);
  EXPECT_EQ((array_view<const int, 3>(2, 3, 4, source)(1, 2, 3)), 23);
  EXPECT_EQ((array_view<const int>(24, source)(23)), 23);
  EXPECT_EQ((array_view<const int>(source).extent), extent<1>(24));
  const std::array<float, 4> floats = {1, 2, 3, 4};
  EXPECT_EQ(array_view<const float>(floats)[3], 4);
}

TEST(ArrayViewConstructors, ContainersMustNotBeSmallerThanTheView) {
  vector source = counted();
  const vector& constant = source;
  EXPECT_THROW((array_view<int>(25, source)), runtime_exception);
  EXPECT_THROW((array_view<const int>(25, constant)), runtime_exception);
  EXPECT_THROW((array_view<int, 2>(5, 5, source)), runtime_exception);
  EXPECT_THROW((array_view<const int, 2>(extent<2>(25, 1), constant)), runtime_exception);
  EXPECT_THROW((array_view<int, 3>(2, 3, 5, source)), runtime_exception);
  EXPECT_THROW((array_view<const int, 3>(2, 3, 5, constant)), runtime_exception);
  constexpr int most = std::numeric_limits<int>::max();
  EXPECT_THROW((array_view<int, 3>(most, most, most, source)), runtime_exception);
  vector none;
  none.reserve(8);
  EXPECT_THROW(array_view<int>(1, none), runtime_exception);
  EXPECT_EQ((array_view<int, 2>(extent<2>(4, 0), none).extent), extent<2>(4, 0));
  try {
    const array_view<int> view(80, source);
    FAIL();
  } catch (const runtime_exception& e) {
    EXPECT_NE(std::string(e.what()).find("24 elements"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("extent (80)"), std::string::npos) << e.what();
  }
}

/// Has more elements than an extent can have; none of them is accessed.
struct huge_container {
  std::size_t size() const { return (std::size_t{1} << 32) + 5; }
  int* data() const { return nullptr; }
};

TEST(ArrayViewConstructors, ContainersMustNotBeLargerThanAnExtent) {
  huge_container source;
  const huge_container& constant = source;
  EXPECT_THROW((array_view<const int>(constant)), runtime_exception);
  try {
    const array_view<int> view(source);
    FAIL();
  } catch (const runtime_exception& e) {
    EXPECT_NE(std::string(e.what()).find("4294967301 elements"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("at most 2147483647"), std::string::npos) << e.what();
  }
}

TEST(ArrayViewConstructors, FromPointers) {
  vector source = counted();
  int* const data = source.data();
  const int* const constant = data;
  EXPECT_EQ((array_view<int, 2>(extent<2>(4, 6), data)(3, 5)), 23);
  EXPECT_EQ((array_view<int>(24, data)[23]), 23);
  EXPECT_EQ((array_view<int, 2>(4, 6, data)(3, 5)), 23);
  EXPECT_EQ((array_view<int, 3>(2, 3, 4, data)(1, 2, 3)), 23);
  EXPECT_EQ((array_view<const int, 2>(extent<2>(4, 6), constant)(3, 5)), 23);
  EXPECT_EQ((array_view<const int>(24, constant)[23]), 23);
  EXPECT_EQ((array_view<const int, 2>(4, 6, constant)(3, 5)), 23);
  EXPECT_EQ((array_view<const int, 3>(2, 3, 4, data)(1, 2, 3)), 23);
}

TEST(ArrayViewConstructors, FromCArrays) {
  int numbers[] = {1, 2, 3, 4, 5, 6};
  const int constant[] = {1, 2, 3};
  EXPECT_EQ(array_view<int>(numbers).extent, extent<1>(6));
  EXPECT_EQ(array_view<const int>(numbers).extent, extent<1>(6));
  EXPECT_EQ(array_view<const int>(constant)[2], 3);
  EXPECT_EQ((array_view<int, 2>(2, 3, numbers)(1, 2)), 6);
  EXPECT_EQ((array_view<const int, 1>(3, constant)[2]), 3);
  EXPECT_EQ((array_view<int, 2>(extent<2>(3, 2), numbers)(2, 1)), 6);
}

TEST(ArrayViewConstructors, WithoutASource) {
  array_view<int, 2> view(extent<2>(4, 6));
  EXPECT_EQ(view.extent, extent<2>(4, 6));
  parallel_for_each(
      view.extent, [=](index<2> i) restrict(amp) { view[i] = i[0] * 10 + i[1]; });
  EXPECT_EQ(view(3, 5), 35);
  const array_view<int> one(5);
  const array_view<int, 2> two(2, 3);
  const array_view<int, 3> three(2, 3, 4);
  EXPECT_EQ(one.extent, extent<1>(5));
  EXPECT_EQ(two.extent, extent<2>(2, 3));
  EXPECT_EQ(three.extent, extent<3>(2, 3, 4));
  one[4] = 1;
  three(1, 2, 3) = 2;
  EXPECT_EQ(one[4], 1);
  EXPECT_EQ(three(1, 2, 3), 2);
}

TEST(ArrayViewConstructors, WithoutASourceTheDataLivesWithTheViews) {
  array_view<int> last(1);
  {
    const array_view<int> first(5);
    first[4] = 9;
    last = first.section(4, 1);
  }
  EXPECT_EQ(last[0], 9);
}

TEST(ArrayViewConstructors, CopiesViewTheSameData) {
  vector source = counted();
  const array_view<int> view(source);
  const array_view<int> copy(view);
  const array_view<const int> readable(copy);
  const array_view<const int> copy_of_readable(readable);
  copy[3] = 50;
  EXPECT_EQ(view[3], 50);
  EXPECT_EQ(copy_of_readable[3], 50);
  EXPECT_EQ(copy_of_readable.extent, view.extent);
}

TEST(ArrayViewConstructors, WorkInKernels) {
  vector result(64);
  array_view<int> view(result);
  parallel_for_each(
      extent<1>(64).tile<16>(), [=](tiled_index<16> t) restrict(amp) {
        tile_static int shared[16];
        array_view<int> row(16, shared);
        array_view<int, 2> square(extent<2>(4, 4), shared);
        array_view<const int> readable(shared);
        row[t.local] = t.global[0];
        t.barrier.wait();
        const int local = t.local[0];
        view[t] = square(3 - local / 4, 3 - local % 4) + readable[local] - row[local];
      });
  view.synchronize();
  EXPECT_EQ(result[0], 15);
  EXPECT_EQ(result[63], 48);
}

}  // namespace
