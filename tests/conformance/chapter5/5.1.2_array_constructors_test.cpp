// Spec 5.1.1, 5.1.2: class array and its constructors.
#include <amp.h>
#include <gtest/gtest.h>

#include <functional>
#include <list>
#include <numeric>
#include <sstream>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using namespace concurrency;

std::vector<int> counted(int count) {
  std::vector<int> numbers(static_cast<std::size_t>(count));
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

template <class Array>
std::vector<typename Array::value_type> contents(const Array& source) {
  return source;
}

accelerator_view cpu_view() { return accelerator(accelerator::cpu_accelerator).default_view; }

// 5.1.1
static_assert(array<int>::rank == 1);
static_assert(array<float, 5>::rank == 5);
static_assert(std::is_same_v<array<float, 2>::value_type, float>);
static_assert(std::is_same_v<array<int>, array<int, 1>>);

// 5.1.2: which constructors exist.
static_assert(!std::is_default_constructible_v<array<int>>);
static_assert(std::is_constructible_v<array<int>, int>);
static_assert(!std::is_convertible_v<int, array<int>>, "explicit");
static_assert(std::is_constructible_v<array<int, 4>, extent<4>>);
static_assert(!std::is_convertible_v<extent<2>, array<int, 2>>, "explicit");
static_assert(!std::is_constructible_v<array<int, 2>, int>);
static_assert(std::is_constructible_v<array<int, 2>, int, int>);
static_assert(!std::is_constructible_v<array<int, 1>, int, int>);
static_assert(!std::is_constructible_v<array<int, 3>, int, int>);
static_assert(std::is_constructible_v<array<int, 3>, int, int, int>);
static_assert(!std::is_constructible_v<array<int, 4>, int, int, int, int>);
static_assert(std::is_constructible_v<array<int, 2>, int, int, const int*,
                                      std::reference_wrapper<accelerator_view>, access_type>);
static_assert(!std::is_constructible_v<array<int, 2>, extent<1>>);
static_assert(!std::is_constructible_v<array<int>, extent<1>, int>);
static_assert(!std::is_constructible_v<array<int>, extent<1>, std::vector<int>>);
static_assert(std::is_constructible_v<array<int>, array_view<const int>>);
static_assert(std::is_constructible_v<array<int>, array_view<int>>);
static_assert(!std::is_convertible_v<array_view<const int>, array<int>>, "explicit");
static_assert(!std::is_constructible_v<array<int>, array_view<float>>);
static_assert(!std::is_constructible_v<array<int, 2>, array_view<int, 1>>);
static_assert(std::is_nothrow_move_constructible_v<array<int>>);

TEST(ArrayConstructors, ExtentGivesTheShapeOnTheDefaultView) {
  const array<int, 2> a(extent<2>(3, 4));
  EXPECT_EQ(a.extent, extent<2>(3, 4));
  EXPECT_EQ(a.accelerator_view, accelerator().default_view);
  EXPECT_EQ(a.associated_accelerator_view, a.accelerator_view);
  const int lengths[] = {2, 3, 4, 5};
  const array<float, 4> b{extent<4>(lengths)};
  EXPECT_EQ(b.extent.size(), 120u);
}

TEST(ArrayConstructors, LengthsGiveTheShape) {
  EXPECT_EQ(array<int>(7).extent, extent<1>(7));
  EXPECT_EQ((array<int, 2>(7, 8).extent), extent<2>(7, 8));
  EXPECT_EQ((array<int, 3>(7, 8, 9).extent), extent<3>(7, 8, 9));
}

TEST(ArrayConstructors, NonPositiveLengthsThrow) {
  EXPECT_THROW(array<int>(0), runtime_exception);
  EXPECT_THROW(array<int>(-1), runtime_exception);
  EXPECT_THROW((array<int, 2>(4, 0)), runtime_exception);
  EXPECT_THROW((array<int, 2>(extent<2>(-4, -4))), runtime_exception);
  EXPECT_THROW((array<int, 3>(1, 1, -1)), runtime_exception);
  EXPECT_THROW((array<int, 2>(extent<2>(), accelerator().default_view)), runtime_exception);
}

TEST(ArrayConstructors, TooLargeAnExtentThrows) {
  EXPECT_THROW((array<double, 3>(0x7fffffff, 0x7fffffff, 0x7fffffff)), runtime_exception);
  EXPECT_THROW((array<int, 2>(0x7fffffff, 0x7fffffff)), runtime_exception);
}

TEST(ArrayConstructors, FillFromIterators) {
  const std::vector<int> source = counted(24);
  EXPECT_EQ(contents(array<int>(24, source.begin())), source);
  EXPECT_EQ(contents(array<int>(24, source.begin(), source.end())), source);
  EXPECT_EQ(contents(array<int>(extent<1>(24), source.data())), source);
  EXPECT_EQ(contents(array<int, 2>(4, 6, source.begin())), source);
  EXPECT_EQ(contents(array<int, 2>(4, 6, source.begin(), source.end())), source);
  EXPECT_EQ(contents(array<int, 2>(extent<2>(4, 6), source.begin(), source.end())), source);
  EXPECT_EQ(contents(array<int, 3>(2, 3, 4, source.begin())), source);
  EXPECT_EQ(contents(array<int, 3>(2, 3, 4, source.begin(), source.end())), source);
  const int lengths[] = {1, 2, 3, 4};
  EXPECT_EQ(contents(array<int, 4>(extent<4>(lengths), source.begin())), source);
}

TEST(ArrayConstructors, FillFromAnyKindOfIterator) {
  const std::list<short> source = {1, 2, 3};
  EXPECT_EQ(contents(array<int>(3, source.begin(), source.end())), (std::vector<int>{1, 2, 3}));
  EXPECT_EQ(contents(array<float>(2, source.begin())), (std::vector<float>{1, 2}));
  std::istringstream text("4 5 6");
  const array<int> read(3, std::istream_iterator<int>(text), std::istream_iterator<int>());
  EXPECT_EQ(contents(read), (std::vector<int>{4, 5, 6}));
  const double pi[] = {3.5};
  EXPECT_EQ(contents(array<float>(1, pi, pi + 1)), (std::vector<float>{3.5f}));
}

TEST(ArrayConstructors, RangeOfAnotherSizeThrows) {
  const std::vector<int> source = counted(5);
  EXPECT_THROW(array<int>(6, source.begin(), source.end()), runtime_exception);
  EXPECT_THROW(array<int>(4, source.begin(), source.end()), runtime_exception);
  EXPECT_NO_THROW(array<int>(4, source.begin()));
}

TEST(ArrayConstructors, FromAView) {
  std::vector<int> source = counted(24);
  const array_view<int, 2> view(4, 6, source);
  const array<int, 2> a(view);
  EXPECT_EQ(a.extent, view.extent);
  EXPECT_EQ(contents(a), source);
  const array_view<const int, 2> part = view.section(1, 2, 2, 3);
  EXPECT_EQ(contents(array<int, 2>(part)), (std::vector<int>{8, 9, 10, 14, 15, 16}));
  const array<int, 2> there(view, accelerator().create_view());
  EXPECT_EQ(contents(there), source);
  const array<int, 2> accessible(view, cpu_view(), access_type_read);
  EXPECT_EQ(accessible.cpu_access_type, access_type_read);
}

TEST(ArrayConstructors, AtAPlace) {
  const std::vector<int> source = counted(24);
  const accelerator_view place = accelerator().create_view();
  EXPECT_EQ((array<int, 2>(extent<2>(4, 6), place).accelerator_view), place);
  EXPECT_EQ(array<int>(24, place).accelerator_view, place);
  EXPECT_EQ((array<int, 2>(4, 6, place).accelerator_view), place);
  EXPECT_EQ((array<int, 3>(2, 3, 4, place).accelerator_view), place);
  const array<int, 3> filled(2, 3, 4, source.begin(), source.end(), place);
  EXPECT_EQ(filled.accelerator_view, place);
  EXPECT_EQ(contents(filled), source);
  EXPECT_EQ(contents(array<int>(24, source.begin(), place)), source);
  EXPECT_EQ(contents(array<int, 2>(4, 6, source.begin(), place)), source);
  EXPECT_EQ(contents(array<int, 2>(extent<2>(4, 6), source.begin(), source.end(), place)), source);
  EXPECT_EQ(contents(array<int>(extent<1>(24), source.begin(), place, access_type_auto)), source);
}

TEST(ArrayConstructors, CpuAccessTypeIsWhatWasAskedFor) {
  const std::vector<int> source = counted(24);
  for (const accelerator& device : accelerator::get_all()) {
    const accelerator_view place = device.default_view;
    EXPECT_EQ(array<int>(4, place).cpu_access_type, device.default_cpu_access_type);
    EXPECT_EQ(array<int>(4, place, access_type_auto).cpu_access_type,
              device.default_cpu_access_type);
    const bool is_cpu = device.device_path == accelerator::cpu_accelerator;
    EXPECT_EQ(array<int>(4, place, access_type_none).get_cpu_access_type(),
              is_cpu ? access_type_read_write : access_type_none);
    if (device.supports_cpu_shared_memory) {
      EXPECT_EQ((array<int, 2>(4, 6, place, access_type_read).cpu_access_type), access_type_read);
      EXPECT_EQ((array<int, 2>(extent<2>(4, 6), place, access_type_write).cpu_access_type),
                access_type_write);
      array<int, 2> both(4, 6, source.begin(), place, access_type_read_write);
      EXPECT_EQ(both.cpu_access_type, access_type_read_write);
      both(3, 5) += 1;
      EXPECT_EQ(both.data()[23], 24);
      array<int, 2> closed(4, 6, source.begin(), place, access_type_none);
      EXPECT_EQ(closed.data() != nullptr, is_cpu);
      EXPECT_EQ(std::as_const(closed).data() != nullptr, is_cpu);
      EXPECT_EQ(contents(closed), source);
    } else {
      EXPECT_THROW(array<int>(4, place, access_type_read), runtime_exception);
      EXPECT_THROW(array<int>(4, place, access_type_write), runtime_exception);
      EXPECT_THROW((array<int, 2>(4, 6, source.begin(), place, access_type_read_write)),
                   runtime_exception);
      EXPECT_EQ(array<int>(4, place).data(), nullptr);
    }
  }
}

// 5.1.2.1
TEST(StagingArrayConstructors, KeepBothPlaces) {
  std::vector<int> source = counted(24);
  const accelerator_view cpu = cpu_view();
  const accelerator_view target = accelerator().default_view;
  const auto expect_staging = [&](const auto& staging) {
    EXPECT_EQ(staging.accelerator_view, cpu);
    EXPECT_EQ(staging.associated_accelerator_view, target);
    EXPECT_EQ(staging.get_associated_accelerator_view(), target);
  };
  expect_staging(array<int>(extent<1>(24), cpu, target));
  expect_staging(array<int>(24, cpu, target));
  expect_staging(array<int, 2>(4, 6, cpu, target));
  expect_staging(array<int, 3>(2, 3, 4, cpu, target));
  expect_staging(array<int>(24, source.begin(), cpu, target));
  expect_staging(array<int, 2>(4, 6, source.begin(), source.end(), cpu, target));
  expect_staging(array<int, 3>(extent<3>(2, 3, 4), source.begin(), cpu, target));
  expect_staging(array<int, 2>(array_view<const int, 2>(4, 6, source), cpu, target));
  const array<int, 2> filled(4, 6, source.begin(), source.end(), cpu, target);
  EXPECT_EQ(contents(filled), source);
}

TEST(StagingArrayConstructors, CarryDataToAndFromAnAccelerator) {
  const accelerator_view target = accelerator().default_view;
  array<int> staging(8, cpu_view(), target);
  array<int> device(8, target);
  for (int i = 0; i < 8; ++i) staging[i] = i;
  copy(staging, device);
  parallel_for_each(
      device.extent, [&](index<1> i) restrict(amp) { device[i] *= 2; });
  copy_async(device, staging).wait();
  for (int i = 0; i < 8; ++i) EXPECT_EQ(staging.data()[i], 2 * i);
}

TEST(StagingArrayConstructors, FilledOnesMustLieOnTheCpu) {
  const std::vector<int> source = counted(4);
  const accelerator_view place = accelerator().default_view;
  EXPECT_THROW(array<int>(4, source.begin(), place, cpu_view()), runtime_exception);
  EXPECT_THROW(array<int>(4, source.begin(), source.end(), place, cpu_view()), runtime_exception);
}

// Copies and moves.
TEST(ArrayCopy, IsDeepAndAtTheSamePlace) {
  const std::vector<int> source = counted(24);
  const accelerator_view place = accelerator().create_view();
  array<int, 2> original(4, 6, source.begin(), place);
  array<int, 2> copied(original);
  EXPECT_EQ(copied.accelerator_view, place);
  EXPECT_EQ(copied.extent, original.extent);
  EXPECT_EQ(copied.cpu_access_type, original.cpu_access_type);
  parallel_for_each(
      copied.extent, [&](index<2> i) restrict(amp) { copied[i] = -1; });
  EXPECT_EQ(contents(original), source);
  EXPECT_EQ(contents(copied), std::vector<int>(24, -1));
}

TEST(ArrayMove, TakesTheElementsOver) {
  const std::vector<int> source = counted(24);
  array<int, 2> original(4, 6, source.begin());
  const int* const elements = original.data();
  array<int, 2> moved(std::move(original));
  EXPECT_EQ(moved.data(), elements);
  EXPECT_EQ(contents(moved), source);
  original = moved;  // NOLINT: an array that was moved from can be assigned to
  EXPECT_EQ(contents(original), source);
  if (elements != nullptr) {
    EXPECT_NE(original.data(), elements);
  }
}

}  // namespace
