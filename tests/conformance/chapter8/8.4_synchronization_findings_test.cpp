// Spec 5.2, 8.2, 8.4, in a checked program: REF has a memory of its own, and what a program does
// wrong with the host's is found.
#include <amp.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <milliamp/finding.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

namespace {

using namespace concurrency;
using milliamp::finding;
using milliamp::finding_kind;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// Sets every element to its number plus 1.
void count_up(const array_view<int>& view) {
  parallel_for_each(
      view.extent, [=](index<1> i) restrict(amp) { view[i] = i[0] + 1; });
}

/// The value of an element of raw memory, which the compiler cannot know.
int read(const int* element) { return *static_cast<const volatile int*>(element); }

class HostMemory : public testing::Test {
 protected:
  HostMemory() {
    EXPECT_EQ(accelerator().device_path, accelerator::direct3d_ref) << "the program is checked";
  }

  /// What has been found since the last call.
  std::vector<finding> found() { return scope_.take(); }

  std::vector<int> numbers_ = std::vector<int>(8);

 private:
  milliamp::finding_scope scope_;
};

TEST_F(HostMemory, IsNotChangedBeforeSynchronization) {
  const array_view<int> view(numbers_);
  count_up(view);
  EXPECT_EQ(read(&numbers_[5]), 0);
  view.synchronize();
  EXPECT_EQ(read(&numbers_[5]), 6);
}

TEST_F(HostMemory, IsChangedByWhatSynchronizes) {
  const array_view<int> view(numbers_);
  const auto expect_synchronized_by = [&](auto action) {
    std::fill(numbers_.begin(), numbers_.end(), 0);
    view.refresh();
    count_up(view);
    action();
    EXPECT_EQ(read(&numbers_[7]), 8);
  };
  expect_synchronized_by([&] { view.synchronize(); });
  expect_synchronized_by([&] { view.synchronize_async().get(); });
  expect_synchronized_by([&] { view.section(0, 8).synchronize(access_type_read_write); });
  expect_synchronized_by(
      [&] { view.synchronize_to(accelerator(accelerator::cpu_accelerator).default_view); });
  expect_synchronized_by([&] { EXPECT_EQ(view[3], 4); });
  expect_synchronized_by([&] { EXPECT_EQ(view(index<1>(3)), 4); });
  expect_synchronized_by([&] { EXPECT_EQ(view.data()[3], 4); });
  expect_synchronized_by([&] {
    array<int> target(8);
    copy(view, target);
  });
  expect_synchronized_by([&] {
    std::vector<int> target(8);
    copy(view, target.begin());
  });
  expect_synchronized_by([&] {
    parallel_for_each(
        accelerator(accelerator::direct3d_warp).default_view,
        view.extent, [=](index<1> i) restrict(amp) { (void)view[i]; });
  });
  EXPECT_THAT(found(), IsEmpty());
}

TEST_F(HostMemory, IsChangedInPartByAViewOfAPart) {
  const array_view<int, 2> view(2, 4, numbers_);
  parallel_for_each(
      view.extent, [=](index<2> i) restrict(amp) { view[i] = 10 * i[0] + i[1] + 1; });
  view.section(0, 1, 2, 2).synchronize();
  for (int i : {1, 2, 5, 6}) EXPECT_EQ(read(&numbers_[i]), 10 * (i / 4) + i % 4 + 1);
  EXPECT_THAT(found(), IsEmpty());
  EXPECT_EQ(read(&numbers_[7]), 0);
  const std::vector<finding> findings = found();
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].kind, finding_kind::stale_host_read);
  EXPECT_EQ(findings[0].element, "(1, 3)");
  view.synchronize();
  EXPECT_EQ(numbers_, (std::vector<int>{1, 2, 3, 4, 11, 12, 13, 14}));
}

TEST_F(HostMemory, IsWrittenInThePartThatIsSynchronizedForIt) {
  const array_view<int> view(numbers_);
  count_up(view);
  view.section(2, 3).synchronize(access_type_read_write);
  numbers_[3] = 40;
  EXPECT_THAT(found(), IsEmpty());
  view.refresh();
  std::vector<int> result(8);
  copy(view, result.begin());
  EXPECT_EQ(result, (std::vector<int>{0, 0, 3, 40, 5, 0, 0, 0}))
      << "refresh() drops what has not been synchronized";

  count_up(view);
  view.section(2, 3).synchronize(access_type_read_write);
  numbers_[3] = 40;
  copy(view, result.begin());
  EXPECT_EQ(result, (std::vector<int>{1, 2, 3, 40, 5, 6, 7, 8}));
  count_up(view);
  view.section(0, 2).synchronize();
  numbers_[3] = 50;
  const std::vector<finding> findings = found();
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_THAT(findings[0].summary, HasSubstr("writes element (3)"));
}

TEST_F(HostMemory, IsChangedWhenTheLastViewGoes) {
  {
    auto view = std::make_unique<array_view<int>>(numbers_);
    const array_view<int> part = view->section(2, 3);
    count_up(*view);
    view.reset();
    EXPECT_EQ(read(&numbers_[7]), 0);
  }
  EXPECT_EQ(read(&numbers_[7]), 8);
}

TEST_F(HostMemory, IsReadAgainAfterRefreshOnly) {
  std::vector<int> result(8);
  const array_view<const int> source(numbers_);
  const array_view<int> target(result);
  const auto copy_in_kernel = [&] {
    parallel_for_each(
        target.extent, [=](index<1> i) restrict(amp) { target[i] = source[i]; });
    target.synchronize();
  };
  copy_in_kernel();
  numbers_[7] = 70;
  copy_in_kernel();
  EXPECT_EQ(result[7], 0) << "the accelerator has a copy that is taken to be current";
  source.refresh();
  copy_in_kernel();
  EXPECT_EQ(result[7], 70);
}

TEST_F(HostMemory, IsNotCopiedToTheAcceleratorWhenDiscarded) {
  std::fill(numbers_.begin(), numbers_.end(), 1);
  const array_view<int> view(numbers_);
  view.discard_data();
  parallel_for_each(
      extent<1>(1), [=](index<1> i) restrict(amp) { view[i] = 5; });
  EXPECT_EQ(view[0], 5);
  EXPECT_NE(view[1], 1);
}

// Host reads of stale elements.
TEST_F(HostMemory, StaleReadIsFound) {
  const array_view<int, 2> view(2, 4, numbers_);
  parallel_for_each(
      view.extent, [=](index<2> i) restrict(amp) { view[i] = 1; });

  const int line = __LINE__ + 1;
  (void)*static_cast<volatile int*>(&numbers_[6]);
  const std::vector<finding> findings = found();
  ASSERT_THAT(findings, SizeIs(1));
  const finding& f = findings[0];
  EXPECT_EQ(f.kind, finding_kind::stale_host_read);
  EXPECT_THAT(f.summary, HasSubstr("reads element (1, 2)"));
  EXPECT_THAT(f.summary, HasSubstr("extent (2, 4)"));
  EXPECT_THAT(f.variable, HasSubstr("array_view<int, 2>"));
  EXPECT_EQ(f.element, "(1, 2)");
  ASSERT_THAT(f.events, SizeIs(3));
  EXPECT_THAT(f.events[0].frames[0].file, HasSubstr("8.4_synchronization_findings_test.cpp"));
  EXPECT_EQ(f.events[0].frames[0].line, line);
  EXPECT_EQ(f.events[1].frames[0].line, line - 4);
  EXPECT_EQ(f.events[2].frames[0].line, line - 5);
}

TEST_F(HostMemory, ReadOfAnElementThatNoKernelChangedIsNoFinding) {
  const array_view<int> view(numbers_);
  parallel_for_each(
      extent<1>(4), [=](index<1> i) restrict(amp) { view[i] = 1; });
  (void)read(&numbers_[4]);
  EXPECT_THAT(found(), IsEmpty());
  (void)read(&numbers_[3]);
  EXPECT_THAT(found(), SizeIs(1));
}

TEST_F(HostMemory, WriteThatSynchronizationWouldUndoIsFound) {
  const array_view<int> view(numbers_);
  count_up(view);
  *static_cast<volatile int*>(&numbers_[2]) = 5;
  const std::vector<finding> findings = found();
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_THAT(findings[0].summary, HasSubstr("writes element (2)"));
}

TEST_F(HostMemory, BlocksAreReadElementByElement) {
  const array_view<int> view(numbers_);
  count_up(view);
  const std::vector<int> copied(numbers_);
  ASSERT_THAT(found(), SizeIs(1));
  EXPECT_EQ(copied[7], 0);
}

TEST_F(HostMemory, GetRefDoesNotSynchronize) {
  const array_view<int> view(numbers_);
  count_up(view);
  EXPECT_EQ(view.get_ref(index<1>(7)), 0);
  EXPECT_THAT(found(), SizeIs(1));
  view.synchronize();
  EXPECT_EQ(view.get_ref(index<1>(7)), 8);
  EXPECT_THAT(found(), IsEmpty());
}

// Dangling views.
TEST_F(HostMemory, UseAfterTheHeapMemoryDiedIsFound) {
  auto data = std::make_unique<std::vector<int>>(16);
  const array_view<int> view(*data);
  data.reset();
  parallel_for_each(
      view.extent, [=](index<1> i) restrict(amp) { view[i] = 1; });
  const std::vector<finding> findings = found();
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].kind, finding_kind::dangling_view);
  EXPECT_THAT(findings[0].summary, HasSubstr("array_view<int, 1> of extent (16)"));
  EXPECT_THAT(findings[0].events, SizeIs(3));
}

TEST_F(HostMemory, ReallocationOfAVectorIsADeathOfItsData) {
  std::vector<int> growing(4);
  const array_view<int> view(growing);
  growing.resize(4096);
  EXPECT_EQ(view.extent, extent<1>(4));
  (void)view[0];
  const std::vector<finding> findings = found();
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].kind, finding_kind::dangling_view);
  EXPECT_THAT(findings[0].summary, HasSubstr("accessed by the host"));
}

__attribute__((noinline)) array_view<int> view_of_local() {
  int local[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  return array_view<int>(local);
}

TEST_F(HostMemory, UseAfterTheStackMemoryDiedIsFound) {
  const array_view<int> view = view_of_local();
  parallel_for_each(
      view.extent, [=](index<1> i) restrict(amp) { view[i] += 1; });
  const std::vector<finding> findings = found();
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].kind, finding_kind::dangling_view);
}

TEST_F(HostMemory, LocalArraysOfCallersAreAlive) {
  int local[8] = {};
  const array_view<int> view(local);
  const auto use = [&] {
    count_up(view);
    view.synchronize();
  };
  use();
  EXPECT_EQ(local[7], 8);
  EXPECT_THAT(found(), IsEmpty());
}

TEST_F(HostMemory, ViewThatMerelyGoesAfterItsDataIsNoFinding) {
  auto data = std::make_unique<std::vector<int>>(16);
  const array_view<int> view(*data);
  count_up(view);
  view.synchronize();
  data.reset();
  EXPECT_THAT(found(), IsEmpty());
}

// Two top-level views of one memory.
TEST_F(HostMemory, OverlappingTopLevelViewsAreFound) {
  const array_view<int> av1(numbers_);
  const array_view<int> av2(4, &numbers_[4]);
  parallel_for_each(
      extent<1>(1), [=](index<1>) restrict(amp) { av2[2] = 15; });
  EXPECT_THAT(found(), IsEmpty());
  parallel_for_each(
      extent<1>(1), [=](index<1>) restrict(amp) { av1[6] = 16; });
  const std::vector<finding> findings = found();
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].kind, finding_kind::overlapping_views);
  EXPECT_THAT(findings[0].summary, HasSubstr("extent (4)"));
  EXPECT_THAT(findings[0].summary, HasSubstr("extent (8)"));
}

TEST_F(HostMemory, OverlappingTopLevelViewsInOneLaunchAreFound) {
  const array_view<int> av1(numbers_);
  const array_view<const int> av2(numbers_);
  parallel_for_each(
      extent<1>(1), [=](index<1>) restrict(amp) { av1[6] = av2[5]; });
  EXPECT_THAT(found(), SizeIs(1));
}

TEST_F(HostMemory, TopLevelViewsThatAreOnlyReadMayOverlap) {
  std::vector<int> result(8);
  const array_view<int> target(result);
  const array_view<const int> av1(numbers_);
  const array_view<const int> av2(numbers_);
  parallel_for_each(
      target.extent, [=](index<1> i) restrict(amp) { target[i] = av1[i] + av2[i]; });
  target.synchronize();
  EXPECT_THAT(found(), IsEmpty());
}

TEST_F(HostMemory, DerivedViewsMayOverlap) {
  const array_view<int> av1(numbers_);
  const array_view<int> av2(av1);
  const array_view<int> av3(av1.section(5, 3));
  parallel_for_each(
      extent<1>(1), [=](index<1>) restrict(amp) { av3[2] = 15; });
  parallel_for_each(
      extent<1>(1), [=](index<1>) restrict(amp) { av2[7] += 1; });
  EXPECT_EQ(av1[7], 16);
  EXPECT_THAT(found(), IsEmpty());
}

}  // namespace
