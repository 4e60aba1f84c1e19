// Spec 8.2, 8.3, 8.4: effects of launches, of copies and of synchronization.
#include <amp.h>
#include <gtest/gtest.h>

#include <numeric>
#include <optional>
#include <vector>

namespace {

using namespace concurrency;

// The example coherence_ok of 8.2.
TEST(AliasingViews, OfOneHomeLocationAreCoherent) {
  int storage[10] = {};
  array_view<int> av1(10, &storage[0]);
  array_view<int> av2(av1);
  array_view<int> av3(av1.section(5, 5));
  parallel_for_each(
      extent<1>(1), [=](index<1>) restrict(amp) { av3[2] = 15; });
  EXPECT_EQ(av1[7], 15);
  parallel_for_each(
      extent<1>(1), [=](index<1>) restrict(amp) { av2[7] = 16; });
  EXPECT_EQ(av3[2], 16);
  parallel_for_each(
      extent<1>(1), [=](index<1>) restrict(amp) { av1[7] = 17; });
  EXPECT_EQ(av1[7], av2[7]);
  EXPECT_EQ(av1[7], av3[2]);
}

TEST(AliasingViews, InOneLaunchSeeTheSameElements) {
  std::vector<int> numbers(100);
  array<int> home(100, numbers.begin());
  array_view<int> a1 = home.section(0, 11);
  array_view<int> a2 = home.section(10, 11);
  std::vector<int> seen(1);
  array_view<int> result(seen);
  parallel_for_each(
      extent<1>(1), [=](index<1> i) restrict(amp) {
        a1[10] = 42;
        result[i] = a2[0];
      });
  EXPECT_EQ(result[0], 42);
  EXPECT_EQ(std::vector<int>(home)[10], 42);
}

TEST(AliasingViews, OfDifferentRanksAndTypes) {
  std::vector<int> numbers(24);
  array_view<int> flat(numbers);
  const array_view<int, 2> matrix = flat.view_as(extent<2>(4, 6));
  const array_view<unsigned int> bits = flat.reinterpret_as<unsigned int>();
  parallel_for_each(
      matrix.extent, [=](index<2> i) restrict(amp) { matrix[i] = -1; });
  EXPECT_EQ(bits[23], 0xFFFFFFFFu);
  parallel_for_each(
      bits.extent, [=](index<1> i) restrict(amp) { bits[i] = 7; });
  EXPECT_EQ(matrix(3, 5), 7);
}

// "Let A be an array and V a view to the array. Then, all well-synchronized accesses to A and V in
// program order obey a serial happens-before relationship." (5.2)
TEST(ArraysAndTheirViews, AreAccessedInProgramOrder) {
  array<int> a(10, std::vector<int>(10).begin());
  const array_view<int> v(a);
  for (int round = 0; round < 10; ++round) {
    parallel_for_each(
        a.extent, [&a](index<1> i) restrict(amp) { a[i] += 1; });
    parallel_for_each(
        v.extent, [v](index<1> i) restrict(amp) { v[i] *= 2; });
  }
  EXPECT_EQ(v[9], 2046);
  EXPECT_EQ(std::vector<int>(a)[9], 2046);
}

TEST(Launches, SideEffectsAreThereWhenTheyReturn) {
  accelerator_view queue = accelerator().create_view();
  array<int> a(1000, std::vector<int>(1000).begin(), queue);
  for (int round = 0; round < 10; ++round) {
    parallel_for_each(
        queue, a.extent, [&a](index<1> i) restrict(amp) { a[i] += 1; });
  }
  queue.create_marker().get();
  queue.wait();
  EXPECT_EQ(std::vector<int>(a), std::vector<int>(1000, 10));
}

TEST(Launches, OfDifferentAcceleratorsShareViewsInProgramOrder) {
  std::vector<int> numbers(16);
  array_view<int> view(numbers);
  for (int round = 0; round < 3; ++round) {
    for (const wchar_t* path : {accelerator::direct3d_warp, accelerator::direct3d_ref}) {
      parallel_for_each(
          accelerator(path).default_view,
          view.extent, [=](index<1> i) restrict(amp) { view[i] += 1; });
    }
  }
  view.synchronize();
  EXPECT_EQ(numbers, std::vector<int>(16, 6));
}

// 8.4
TEST(Synchronization, LastViewToGoSynchronizes) {
  std::vector<int> numbers(8);
  {
    std::optional<array_view<int>> outer;
    {
      array_view<int> view(numbers);
      outer.emplace(view.section(4, 4));
      parallel_for_each(
          view.extent, [=](index<1> i) restrict(amp) { view[i] = i[0] + 1; });
    }
    outer.reset();
  }
  EXPECT_EQ(numbers.front(), 1);
  EXPECT_EQ(numbers.back(), 8);
}

TEST(Synchronization, SubscriptAndDataOnTheHostSynchronize) {
  std::vector<int> numbers(8);
  array_view<int> view(numbers);
  parallel_for_each(
      view.extent, [=](index<1> i) restrict(amp) { view[i] = 1; });
  EXPECT_EQ(view[7], 1);
  EXPECT_EQ(numbers[7], 1);
  parallel_for_each(
      view.extent, [=](index<1> i) restrict(amp) { view[i] = 2; });
  EXPECT_EQ(view.data()[7], 2);
  EXPECT_EQ(numbers[7], 2);
}

TEST(Synchronization, OfASectionCoversTheSection) {
  std::vector<int> numbers(8);
  array_view<int> view(numbers);
  parallel_for_each(
      view.extent, [=](index<1> i) restrict(amp) { view[i] = 1; });
  view.section(2, 3).synchronize();
  EXPECT_EQ(numbers[2], 1);
  EXPECT_EQ(numbers[4], 1);
}

TEST(Synchronization, CopyMakesTheTargetViewDifferFromItsMemoryUntilSynchronized) {
  std::vector<int> numbers(8);
  array_view<int> view(numbers);
  array<int> source(8, std::vector<int>(8, 3).begin());
  copy(source, view);
  view.synchronize();
  EXPECT_EQ(numbers, std::vector<int>(8, 3));
}

TEST(Synchronization, RefreshBringsHostChangesToTheView) {
  std::vector<int> numbers(8, 1);
  array_view<int> view(numbers);
  parallel_for_each(
      view.extent, [=](index<1> i) restrict(amp) { view[i] += 1; });
  view.synchronize();
  std::fill(numbers.begin(), numbers.end(), 10);
  view.refresh();
  parallel_for_each(
      view.extent, [=](index<1> i) restrict(amp) { view[i] += 1; });
  EXPECT_EQ(view[7], 11);
}

}  // namespace
