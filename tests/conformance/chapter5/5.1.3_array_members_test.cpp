// Spec 5.1.3, 5.1.4, 5.1.5: members, indexing and views of class array.
#include <amp.h>
#include <gtest/gtest.h>

#include <memory>
#include <numeric>
#include <type_traits>
#include <vector>

namespace {

using namespace concurrency;

/// An array on the CPU, accessible to the host, with the elements 0, 1, 2, …
template <int N>
array<int, N> on_host(const extent<N>& extent) {
  std::vector<int> numbers(extent.size());
  std::iota(numbers.begin(), numbers.end(), 0);
  return array<int, N>(extent, numbers.begin(),
                       accelerator(accelerator::cpu_accelerator).default_view);
}

extent<4> extent_of_rank_4() {
  const int lengths[] = {2, 3, 4, 5};
  return extent<4>(lengths);
}

// 5.1.3
TEST(ArrayProperties, HaveBothForms) {
  array<int, 2> a(3, 4);
  EXPECT_EQ(a.extent, a.get_extent());
  EXPECT_EQ(a.accelerator_view, a.get_accelerator_view());
  EXPECT_EQ(a.associated_accelerator_view, a.get_associated_accelerator_view());
  EXPECT_EQ(a.cpu_access_type, a.get_cpu_access_type());
  static_assert(std::is_same_v<std::decay_t<decltype(a.extent)>, extent<2>>);
  static_assert(std::is_same_v<std::decay_t<decltype(a.accelerator_view)>, accelerator_view>);
  static_assert(std::is_same_v<std::decay_t<decltype(a.cpu_access_type)>, access_type>);
  static_assert(!std::is_assignable_v<decltype((a.extent)), extent<2>>);
  static_assert(!std::is_assignable_v<decltype((a.accelerator_view)), accelerator_view>);
  static_assert(!std::is_assignable_v<decltype((a.cpu_access_type)), access_type>);
}

TEST(ArrayAssignment, CopiesTheContents) {
  array<int, 2> a = on_host(extent<2>(2, 3));
  array<int, 2> b(2, 3);
  array<int, 2>& result = (b = a);
  EXPECT_EQ(&result, &b);
  EXPECT_EQ(std::vector<int>(b), std::vector<int>(a));
  EXPECT_NE(b.data(), a.data());
  a[index<2>(0, 0)] = 77;
  EXPECT_EQ(std::vector<int>(b)[0], 0);
  const array<int, 2>& itself = b;
  b = itself;
  EXPECT_EQ(std::vector<int>(b)[5], 5);
}

TEST(ArrayAssignment, TakesTheExtentOfTheOther) {
  const array<int, 2> a = on_host(extent<2>(2, 3));
  array<int, 2> b(7, 7);
  b = a;
  EXPECT_EQ(b.extent, extent<2>(2, 3));
  EXPECT_EQ(std::vector<int>(b), std::vector<int>(a));
}

TEST(ArrayAssignment, KeepsViewsOfTheArrayWhereTheExtentStays) {
  const array<int> a = on_host(extent<1>(4));
  array<int> b(4);
  const array_view<int> view(b);
  b = a;
  EXPECT_EQ(view[3], 3);
}

TEST(ArrayAssignment, MovesTheContents) {
  array<int> a = on_host(extent<1>(4));
  const int* const elements = a.data();
  const accelerator_view place = a.accelerator_view;
  array<int> b(9);
  EXPECT_EQ(&(b = std::move(a)), &b);
  EXPECT_EQ(b.data(), elements);
  EXPECT_EQ(b.extent, extent<1>(4));
  EXPECT_EQ(b.accelerator_view, place);
}

TEST(ArrayAssignment, FromAViewIsACopy) {
  std::vector<int> source = {5, 6, 7, 8};
  array<int> a(4);
  EXPECT_EQ(&(a = array_view<const int>(source)), &a);
  EXPECT_EQ(std::vector<int>(a), source);
  a = array_view<int>(source).section(0, 4);
  EXPECT_EQ(std::vector<int>(a), source);
  EXPECT_THROW(a = array_view<int>(source).section(0, 3), runtime_exception);
}

TEST(ArrayCopyTo, CopiesToArraysAndViews) {
  const array<int, 2> a = on_host(extent<2>(2, 3));
  array<int, 2> b(2, 3);
  a.copy_to(b);
  EXPECT_EQ(std::vector<int>(b), std::vector<int>(a));
  std::vector<int> target(6);
  a.copy_to(array_view<int, 2>(2, 3, target));
  EXPECT_EQ(target, std::vector<int>(a));
  array<int, 2> other(3, 2);
  EXPECT_THROW(a.copy_to(other), runtime_exception);
}

TEST(ArrayData, PointsToTheFirstElement) {
  array<int, 2> a = on_host(extent<2>(2, 3));
  static_assert(std::is_same_v<decltype(a.data()), int*>);
  static_assert(std::is_same_v<decltype(std::as_const(a).data()), const int*>);
  EXPECT_EQ(a.data(), &a(0, 0));
  EXPECT_EQ(std::as_const(a).data()[5], 5);
}

TEST(ArrayConversion, GivesAVector) {
  static_assert(std::is_convertible_v<array<int, 3>, std::vector<int>>);
  const array<int, 3> a = on_host(extent<3>(1, 2, 3));
  std::vector<int> numbers = a;
  EXPECT_EQ(numbers, (std::vector<int>{0, 1, 2, 3, 4, 5}));
  numbers.clear();
  numbers = a;
  EXPECT_EQ(numbers.size(), 6u);
}

// 5.1.4
TEST(ArrayIndexing, ByIndex) {
  array<int, 4> a = on_host(extent_of_rank_4());
  const int position[] = {1, 2, 3, 4};
  const index<4> last(position);
  static_assert(std::is_same_v<decltype(a[last]), int&>);
  static_assert(std::is_same_v<decltype(std::as_const(a)[last]), const int&>);
  static_assert(std::is_same_v<decltype(a(last)), int&>);
  static_assert(std::is_same_v<decltype(std::as_const(a)(last)), const int&>);
  EXPECT_EQ(a[last], 119);
  EXPECT_EQ(a(last), 119);
  a[last] = 7;
  EXPECT_EQ(std::as_const(a)(last), 7);
}

TEST(ArrayIndexing, ByComponents) {
  array<int, 1> one = on_host(extent<1>(6));
  array<int, 2> two = on_host(extent<2>(2, 3));
  array<int, 3> three = on_host(extent<3>(2, 3, 4));
  static_assert(std::is_same_v<decltype(one[0]), int&>);
  static_assert(std::is_same_v<decltype(one(0)), int&>);
  static_assert(std::is_same_v<decltype(std::as_const(one)[0]), const int&>);
  static_assert(std::is_same_v<decltype(two(0, 0)), int&>);
  static_assert(std::is_same_v<decltype(std::as_const(two)(0, 0)), const int&>);
  static_assert(std::is_same_v<decltype(std::as_const(three)(0, 0, 0)), const int&>);
  EXPECT_EQ(one[5], 5);
  EXPECT_EQ(std::as_const(one)(4), 4);
  EXPECT_EQ(two(1, 2), 5);
  EXPECT_EQ(std::as_const(two)(1, 0), 3);
  EXPECT_EQ(three(1, 2, 3), 23);
  EXPECT_EQ(std::as_const(three)(1, 0, 0), 12);
  two(1, 2) = 9;
  EXPECT_EQ(two.data()[5], 9);
}

TEST(ArrayIndexing, ProjectsTheMostSignificantDimension) {
  array<int, 4> a = on_host(extent_of_rank_4());
  static_assert(std::is_same_v<decltype(a[0]), array_view<int, 3>>);
  static_assert(std::is_same_v<decltype(a(0)), array_view<int, 3>>);
  static_assert(std::is_same_v<decltype(std::as_const(a)[0]), array_view<const int, 3>>);
  static_assert(std::is_same_v<decltype(std::as_const(a)(0)), array_view<const int, 3>>);
  const int position[] = {1, 2, 3, 4};
  a[index<4>(position)] = 7;
  EXPECT_EQ(a[1][2][3][4], 7);
  EXPECT_EQ(std::as_const(a)(1)(2)(3)(4), 7);
  a[0][1][2][3] = 8;
  EXPECT_EQ(a.data()[33], 8);
  EXPECT_EQ(a[1].extent, extent<3>(3, 4, 5));
}

TEST(ArrayIndexing, WorksInKernels) {
  array<int, 2> a(4, 6);
  parallel_for_each(
      a.extent, [&a](index<2> i) restrict(amp) {
        a[i[0]][i[1]] = i[0] * 100;
        a(i[0], i[1]) += i[1];
      });
  const array<int, 2>& constant = a;
  array<int, 2> b(4, 6);
  parallel_for_each(
      b.extent, [&constant, &b ](index<2> i) restrict(amp) {
        b[i] = constant[i] + constant(i[0], i[1]) + constant[i[0]][i[1]];
      });
  EXPECT_EQ(std::vector<int>(b)[23], 3 * 305);
}

// 5.1.5
TEST(ArraySection, IsAViewOfAPart) {
  array<int, 2> a = on_host(extent<2>(4, 6));
  static_assert(std::is_same_v<decltype(a.section(index<2>(), extent<2>())), array_view<int, 2>>);
  static_assert(std::is_same_v<decltype(std::as_const(a).section(index<2>(), extent<2>())),
                               array_view<const int, 2>>);
  const array_view<int, 2> part = a.section(index<2>(1, 2), extent<2>(2, 3));
  EXPECT_EQ(part.extent, extent<2>(2, 3));
  EXPECT_EQ(part(0, 0), a(1, 2));
  EXPECT_EQ(part(1, 2), a(2, 4));
  part(0, 0) = 99;
  EXPECT_EQ(a(1, 2), 99);
  EXPECT_EQ(a.section(index<2>(1, 2)).extent, extent<2>(3, 4));
  EXPECT_EQ(a.section(extent<2>(2, 2)).extent, extent<2>(2, 2));
  EXPECT_EQ(a.section(1, 2, 2, 3)(1, 2), a(2, 4));
  EXPECT_EQ(std::as_const(a).section(index<2>(1, 2))(0, 0), 99);
  EXPECT_EQ(std::as_const(a).section(extent<2>(2, 2))(1, 1), a(1, 1));
  EXPECT_EQ(std::as_const(a).section(1, 2, 2, 3)(0, 0), 99);
}

TEST(ArraySection, ByComponentsInRanks1And3) {
  array<int> one = on_host(extent<1>(6));
  EXPECT_EQ(one.section(2, 3)[2], 4);
  EXPECT_EQ(std::as_const(one).section(2, 3).extent, extent<1>(3));
  array<int, 3> three = on_host(extent<3>(2, 3, 4));
  EXPECT_EQ(three.section(1, 1, 1, 1, 2, 3)(0, 1, 2), three(1, 2, 3));
  EXPECT_EQ(std::as_const(three).section(1, 1, 1, 1, 2, 3).extent, extent<3>(1, 2, 3));
}

struct rgb {
  float r, g, b;
};

TEST(ArrayReinterpretAs, IsALinearViewOfAnotherType) {
  array<rgb, 3> a(extent<3>(2, 3, 4), accelerator(accelerator::cpu_accelerator).default_view);
  array_view<float, 1> v = a.reinterpret_as<float>();
  EXPECT_EQ(v.extent, 3 * extent<1>(24));
  a(1, 2, 3).g = 4.5f;
  EXPECT_EQ(v[70], 4.5f);
  static_assert(
      std::is_same_v<decltype(std::as_const(a).reinterpret_as<int>()), array_view<const int, 1>>);
  EXPECT_EQ(std::as_const(a).reinterpret_as<float>()[70], 4.5f);
  EXPECT_EQ(v.source_accelerator_view, a.accelerator_view);
}

TEST(ArrayReinterpretAs, MustDivideTheSize) {
  array<int> five(5);
  EXPECT_THROW(five.reinterpret_as<double>(), runtime_exception);
  EXPECT_THROW(five.reinterpret_as<rgb>(), runtime_exception);
  array<int> six(6);
  EXPECT_EQ(six.reinterpret_as<double>().extent[0], 3);
  EXPECT_EQ(six.reinterpret_as<rgb>().extent[0], 2);
}

TEST(ArrayViewAs, HasAnotherShape) {
  array<int, 1> a = on_host(extent<1>(100));
  array_view<int, 2> av = a.view_as(extent<2>(2, 50));
  EXPECT_EQ(av.extent, extent<2>(2, 50));
  EXPECT_EQ(av(1, 3), 53);
  array<int, 3> b = on_host(extent<3>(2, 3, 4));
  EXPECT_EQ(b.view_as(extent<1>(24))[23], 23);
  static_assert(std::is_same_v<decltype(std::as_const(b).view_as(extent<2>(6, 4))),
                               array_view<const int, 2>>);
  EXPECT_EQ(std::as_const(b).view_as(extent<2>(6, 4))(5, 3), 23);
}

// 5.2: "it is legal to access the array_view(s) even after the source object has been destructed".
TEST(ArrayLifetime, ViewsKeepTheMemory) {
  auto a = std::make_unique<array<int>>(on_host(extent<1>(4)));
  array_view<int> view(*a);
  const array_view<const int> part = a->section(1, 2);
  a.reset();
  EXPECT_EQ(view[3], 3);
  EXPECT_EQ(part[1], 2);
  parallel_for_each(
      view.extent, [=](index<1> i) restrict(amp) { view[i] += 10; });
  EXPECT_EQ(part[1], 12);
}

}  // namespace
