// Spec 5.2.3, 5.2.4, 5.2.5: members, indexing and view operations of class array_view.
#include <amp.h>
#include <gtest/gtest.h>

#include <limits>
#include <numeric>
#include <string>
#include <type_traits>
#include <vector>

namespace {

using namespace concurrency;

class ArrayViewTest : public testing::Test {
 protected:
  ArrayViewTest() { std::iota(source.begin(), source.end(), 0); }

  std::vector<int> source = std::vector<int>(120);
  array_view<int, 1> one{source};
  array_view<int, 2> two{10, 12, source};
  array_view<int, 3> three{4, 5, 6, source};
  array_view<int, 4> four{extent_of_rank_4(), source};

  static extent<4> extent_of_rank_4() {
    const int lengths[] = {2, 3, 4, 5};
    return extent<4>(lengths);
  }
  static index<4> last_of_rank_4() {
    const int position[] = {1, 2, 3, 4};
    return index<4>(position);
  }
};
using ArrayViewProperties = ArrayViewTest;
using ArrayViewAssignment = ArrayViewTest;
using ArrayViewIndexing = ArrayViewTest;
using ArrayViewSection = ArrayViewTest;
using ArrayViewShape = ArrayViewTest;
using ArrayViewSynchronization = ArrayViewTest;

// 5.2.3
TEST_F(ArrayViewProperties, HaveBothForms) {
  EXPECT_EQ(two.extent, two.get_extent());
  EXPECT_EQ(two.source_accelerator_view, two.get_source_accelerator_view());
  EXPECT_EQ(two.source_accelerator_view, accelerator(accelerator::cpu_accelerator).default_view);
  static_assert(std::is_same_v<std::decay_t<decltype(two.extent)>, extent<2>>);
  static_assert(
      std::is_same_v<std::decay_t<decltype(two.source_accelerator_view)>, accelerator_view>);
  static_assert(!std::is_assignable_v<decltype((two.extent)), extent<2>>);
  static_assert(!std::is_assignable_v<decltype((two.source_accelerator_view)), accelerator_view>);
  const array_view<const int, 2> readable(two);
  EXPECT_EQ(readable.extent, readable.get_extent());
  EXPECT_EQ(readable.source_accelerator_view, two.source_accelerator_view);
}

TEST_F(ArrayViewProperties, SourceOfAnArraysViewIsItsPlace) {
  const accelerator_view place = accelerator().create_view();
  array<int, 2> a(4, 4, place);
  EXPECT_EQ((array_view<int, 2>(a).source_accelerator_view), place);
  EXPECT_EQ((array_view<const int, 2>(a).section(0, 0, 2, 2).source_accelerator_view), place);
  EXPECT_EQ(a[1].get_source_accelerator_view(), place);
}

TEST_F(ArrayViewAssignment, ViewsTheSameDataAndTakesTheExtent) {
  int small[] = {7, 8};
  array_view<int> view(small);
  const array_view<int>& result = (view = one);
  EXPECT_EQ(&result, &view);
  EXPECT_EQ(view.extent, one.extent);
  EXPECT_EQ(view[119], 119);
  view[0] = 55;
  EXPECT_EQ(source[0], 55);
  EXPECT_EQ(small[0], 7);
  const array_view<int>& itself = view;
  view = itself;
  EXPECT_EQ(view.extent, one.extent);
}

TEST_F(ArrayViewAssignment, ToAViewOfConst) {
  const int small[] = {7, 8};
  array_view<const int> view(small);
  view = one;
  EXPECT_EQ(view.extent, one.extent);
  view = array_view<const int>(small);
  EXPECT_EQ(view[1], 8);
  static_assert(!std::is_assignable_v<array_view<int>&, array_view<const int>>);
  static_assert(!std::is_assignable_v<array_view<int, 2>&, array_view<int, 1>>);
}

TEST_F(ArrayViewProperties, CanBeKeptInContainers) {
  std::vector<array_view<int>> views;
  for (int i = 0; i < 10; ++i) views.push_back(one.section(i * 10, 10));
  views.erase(views.begin());
  EXPECT_EQ(views.front()[0], 10);
  std::swap(views.front(), views.back());
  EXPECT_EQ(views.front()[0], 90);
}

TEST_F(ArrayViewProperties, CopyTo) {
  array<int, 2> a(10, 12);
  two.copy_to(a);
  EXPECT_EQ(std::vector<int>(a), source);
  std::vector<int> target(120);
  const array_view<const int, 2> readable(two);
  readable.copy_to(array_view<int, 2>(10, 12, target));
  EXPECT_EQ(target, source);
  readable.copy_to(a);
  two.section(0, 0, 2, 2).copy_to(two.section(5, 5, 2, 2));
  EXPECT_EQ(two(6, 6), 13);
  EXPECT_THROW(two.copy_to(two.section(0, 0, 2, 2)), runtime_exception);
}

TEST_F(ArrayViewProperties, Data) {
  static_assert(std::is_same_v<decltype(one.data()), int*>);
  static_assert(std::is_same_v<decltype(std::declval<array_view<const int>>().data()), const int*>);
  EXPECT_EQ(one.data(), source.data());
  EXPECT_EQ(one.section(5, 2).data(), source.data() + 5);
}

// 5.2.4
TEST_F(ArrayViewIndexing, ByIndex) {
  static_assert(std::is_same_v<decltype(four[last_of_rank_4()]), int&>);
  static_assert(std::is_same_v<decltype(std::as_const(four)[last_of_rank_4()]), int&>,
                "a const view of elements that can be written");
  const array_view<const int, 4> readable(four);
  static_assert(std::is_same_v<decltype(readable[last_of_rank_4()]), const int&>);
  EXPECT_EQ(four[last_of_rank_4()], 119);
  EXPECT_EQ(four(last_of_rank_4()), 119);
  EXPECT_EQ(four.get_ref(last_of_rank_4()), 119);
  EXPECT_EQ(readable(last_of_rank_4()), 119);
  EXPECT_EQ(readable.get_ref(last_of_rank_4()), 119);
  four.get_ref(last_of_rank_4()) = 1;
  EXPECT_EQ(source[119], 1);
}

TEST_F(ArrayViewIndexing, ByComponents) {
  EXPECT_EQ(one[7], 7);
  EXPECT_EQ(one(7), 7);
  EXPECT_EQ(two(2, 3), 27);
  EXPECT_EQ(three(1, 2, 3), 45);
  EXPECT_EQ((array_view<const int, 2>(two)(2, 3)), 27);
  EXPECT_EQ((array_view<const int, 3>(three)(1, 2, 3)), 45);
  static_assert(std::is_same_v<decltype(one[7]), int&>);
  static_assert(std::is_same_v<decltype(three(0, 0, 0)), int&>);
  static_assert(
      std::is_same_v<decltype(std::declval<array_view<const int, 2>>()(0, 0)), const int&>);
}

TEST_F(ArrayViewIndexing, Projects) {
  static_assert(std::is_same_v<decltype(four[0]), array_view<int, 3>>);
  static_assert(std::is_same_v<decltype(four(0)), array_view<int, 3>>);
  static_assert(std::is_same_v<decltype(std::declval<array_view<const int, 2>>()[0]),
                               array_view<const int, 1>>);
  EXPECT_EQ(four[1][2][3][4], 119);
  EXPECT_EQ(four(1)(2)(3)(4), 119);
  EXPECT_EQ((two.section(2, 3, 4, 4)[1][2]), two(3, 5));
  two[3][4] = -5;
  EXPECT_EQ(source[40], -5);
}

TEST_F(ArrayViewIndexing, ByATiledIndex) {
  parallel_for_each(
      two.extent.tile<5, 4>(), [two = two](tiled_index<5, 4> t) restrict(amp) {
        two[t] += two(t);
      });
  two.synchronize();
  EXPECT_EQ(source[119], 238);
}

// 5.2.5
TEST_F(ArrayViewSection, IsAViewOfAPart) {
  const array_view<int, 2> part = two.section(index<2>(2, 3), extent<2>(4, 5));
  EXPECT_EQ(part.extent, extent<2>(4, 5));
  EXPECT_EQ(part(0, 0), two(2, 3));
  EXPECT_EQ(part(3, 4), two(5, 7));
  EXPECT_EQ(two.section(index<2>(2, 3)).extent, extent<2>(8, 9));
  EXPECT_EQ(two.section(index<2>(2, 3))(7, 8), 119);
  EXPECT_EQ(two.section(extent<2>(2, 2)).extent, extent<2>(2, 2));
  EXPECT_EQ(two.section(extent<2>(2, 2))(1, 1), 13);
  EXPECT_EQ(two.section(2, 3, 4, 5)(3, 4), two(5, 7));
  EXPECT_EQ(one.section(7, 3)[2], 9);
  EXPECT_EQ(three.section(1, 1, 1, 2, 2, 2)(1, 1, 1), three(2, 2, 2));
  const int origin[] = {1, 1, 1, 1};
  EXPECT_EQ(four.section(index<4>(origin))[index<4>()], four[index<4>(origin)]);
  static_assert(std::is_same_v<decltype(two.section(index<2>())), array_view<int, 2>>);
  static_assert(
      std::is_same_v<decltype(std::declval<array_view<const int, 2>>().section(0, 0, 1, 1)),
                     array_view<const int, 2>>);
}

/// The message of the runtime_exception that a function throws on the host.
template <class Function>
std::string thrown_by(Function function) {
  try {
    function();
  } catch (const runtime_exception& e) {
    return e.what();
  }
  return "nothing";
}

TEST_F(ArrayViewSection, MustBeWithinTheView) {
  EXPECT_EQ(thrown_by([&] { (void)two.section(index<2>(2, 3), extent<2>(9, 9)); }),
            "a section of origin (2,3) and extent (9,9) is not within array_view<int, 2> of extent "
            "(10,12)");
  EXPECT_EQ(thrown_by([&] { (void)one.section(-1, 2); }),
            "a section of origin (-1) and extent (2) is not within array_view<int, 1> of extent "
            "(120)");
  EXPECT_THROW((void)two.section(extent<2>(10, 13)), runtime_exception);
  EXPECT_THROW((void)two.section(index<2>(11, 0)), runtime_exception);
  EXPECT_THROW((void)one.section(index<1>(std::numeric_limits<int>::min())), runtime_exception);
  EXPECT_THROW((void)array_view<const int>(one).section(119, 2), runtime_exception);
  EXPECT_EQ(two.section(10, 12, 0, 0).extent, extent<2>(0, 0));
  array<int, 2> a(4, 4);
  EXPECT_THROW((void)a.section(2, 2, 3, 2), runtime_exception);
  EXPECT_THROW((void)std::as_const(a).section(2, 2, 3, 2), runtime_exception);
}

TEST_F(ArrayViewSection, ProjectionsMustBeWithinTheView) {
  EXPECT_EQ(thrown_by([&] { (void)two[10]; }),
            "index 10 is out of the bounds of the first dimension of array_view<int, 2> of extent "
            "(10,12)");
  EXPECT_THROW((void)two(-1), runtime_exception);
  EXPECT_THROW((void)three[0][99], runtime_exception);
  array<int, 2> a(4, 4);
  EXPECT_THROW((void)a[4], runtime_exception);
}

TEST_F(ArrayViewSection, OtherShapesMustNotBeLarger) {
  EXPECT_EQ(thrown_by([&] { (void)one.view_as(extent<2>(11, 11)); }),
            "a view_as of extent (11,11) is not within array_view<int, 1> of extent (120)");
  EXPECT_EQ(thrown_by([&] { (void)one.view_as(extent<2>(-2, -3)); }),
            "a view_as of extent (-2,-3) is not within array_view<int, 1> of extent (120)");
  const int half[] = {1 << 16, 1 << 16, 1 << 16, 1 << 16};  // the product is 0 in 64 bits
  EXPECT_THROW((void)one.view_as(extent<4>(half)), runtime_exception);
  array<int, 2> a(4, 4);
  EXPECT_THROW((void)a.view_as(extent<1>(17)), runtime_exception);
  EXPECT_THROW((void)std::as_const(a).view_as(extent<1>(17)), runtime_exception);
  EXPECT_EQ(a.view_as(extent<1>(15)).extent, extent<1>(15));
}

TEST_F(ArrayViewSection, OfASectionAliasesTheSameData) {
  const array_view<int, 2> outer = two.section(1, 1, 8, 10);
  const array_view<int, 2> inner = outer.section(2, 3, 4, 4);
  inner(1, 1) = 1000;
  EXPECT_EQ(outer(3, 4), 1000);
  EXPECT_EQ(two(4, 5), 1000);
  parallel_for_each(
      inner.extent, [=](index<2> i) restrict(amp) {
        inner[i] = -1;
        outer.section(2, 3, 4, 4)[i] -= 1;
      });
  EXPECT_EQ(two(4, 5), -2);
  EXPECT_EQ(two(3, 4), -2);
  EXPECT_EQ(two(3, 3), 39);
}

struct pair_of_ints {
  int first, second;
};

TEST_F(ArrayViewShape, ReinterpretAs) {
  const array_view<pair_of_ints> pairs = one.reinterpret_as<pair_of_ints>();
  EXPECT_EQ(pairs.extent, extent<1>(60));
  EXPECT_EQ(pairs[59].second, 119);
  static_assert(
      std::is_same_v<decltype(std::declval<array_view<const int>>().reinterpret_as<float>()),
                     array_view<const float, 1>>);
  EXPECT_EQ(one.section(2, 6).reinterpret_as<pair_of_ints>()[0].first, 2);
  EXPECT_THROW(one.section(0, 5).reinterpret_as<pair_of_ints>(), runtime_exception);
}

TEST_F(ArrayViewShape, ViewAs) {
  const array_view<int, 3> cube = one.view_as(extent<3>(4, 5, 6));
  EXPECT_EQ(cube.extent, extent<3>(4, 5, 6));
  EXPECT_EQ(cube(3, 4, 5), 119);
  EXPECT_EQ(one.section(10, 20).view_as(extent<2>(4, 5))(3, 4), 29);
  static_assert(std::is_same_v<decltype(std::declval<array_view<const int>>().view_as(extent<2>())),
                               array_view<const int, 2>>);
}

// 5.2.3, 8.4
TEST_F(ArrayViewSynchronization, BringsChangesToTheSource) {
  parallel_for_each(
      one.extent, [one = one](index<1> i) restrict(amp) { one[i] += 1000; });
  one.synchronize();
  EXPECT_EQ(source[119], 1119);
  parallel_for_each(
      one.extent, [one = one](index<1> i) restrict(amp) { one[i] += 1000; });
  one.synchronize_async().get();
  EXPECT_EQ(source[119], 2119);
  one.synchronize(access_type_read_write);
  source[119] = 5;
  EXPECT_EQ(one[119], 5);
  one.synchronize_async(access_type_write).wait();
  const array_view<const int> readable(one);
  readable.synchronize();
  readable.synchronize_async().get();
}

TEST_F(ArrayViewSynchronization, ToAnAcceleratorView) {
  for (const accelerator& device : accelerator::get_all()) {
    const accelerator_view place = device.default_view;
    one.synchronize_to(place);
    one.synchronize_to(place, access_type_read_write);
    one.synchronize_to_async(place).get();
    one.synchronize_to_async(place, access_type_write).wait();
    const array_view<const int> readable(one);
    readable.synchronize_to(place);
    readable.synchronize_to_async(place).get();
  }
  EXPECT_EQ(one[119], 119);
}

TEST_F(ArrayViewSynchronization, RefreshTakesChangesOfTheSource) {
  std::vector<int> result(120);
  const array_view<const int> readable(one);
  const array_view<int> target(result);
  const auto copy_in_kernel = [=] {
    parallel_for_each(
        target.extent, [=](index<1> i) restrict(amp) { target[i] = readable[i]; });
    target.synchronize();
  };
  copy_in_kernel();
  EXPECT_EQ(result[7], 7);
  source[7] = 70;
  one.refresh();
  readable.refresh();
  copy_in_kernel();
  EXPECT_EQ(result[7], 70);
}

TEST_F(ArrayViewSynchronization, DiscardedDataCanBeOverwritten) {
  one.discard_data();
  parallel_for_each(
      one.extent, [one = one](index<1> i) restrict(amp) { one[i] = i[0] * 2; });
  EXPECT_EQ(one[119], 238);
}

}  // namespace
