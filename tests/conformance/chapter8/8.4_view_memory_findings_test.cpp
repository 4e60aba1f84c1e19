// Spec 5.2, 8.2, in a checked program: views that are larger than their data, outlive it or
// overlap.
#include "host_memory.h"

#include <amp.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <vector>

namespace {

using namespace concurrency;
using milliamp::finding;
using milliamp::finding_kind;
using milliamp::tests::count_up;
using milliamp::tests::HostMemory;
using milliamp::tests::read;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

// Views that are larger than their data.
TEST_F(HostMemory, ViewThatIsLargerThanItsBlockIsFound) {
  const auto data = std::make_unique<int[]>(8);
  const int line = __LINE__ + 1;
  const array_view<int> view(12, data.get() + 2);
  const std::vector<finding> findings = found();
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].kind, finding_kind::out_of_bounds);
  EXPECT_EQ(findings[0].element, "(6)");
  EXPECT_THAT(findings[0].summary, HasSubstr("a heap block of 32 bytes"));
  EXPECT_EQ(findings[0].events[0].frames[0].line, line);
}

TEST_F(HostMemory, ElementsBehindTheEndOfABlockDamageNothing) {
  const auto data = std::make_unique<int[]>(8);
  const array_view<int> view(1 << 20, data.get());
  EXPECT_THAT(found(), SizeIs(1));
  count_up(view);
  view.synchronize();
  EXPECT_EQ(data[7], 8);
  view[100] = 5;
  EXPECT_EQ(view[100], 5);
  view[7] = 6;
  EXPECT_EQ(data[7], 6);
  std::vector<int> copied(1 << 20);
  copy(view, copied.begin());
  EXPECT_EQ(copied[7], 6);
  EXPECT_EQ(copied[100], 5);
  copied[7] = 60;
  copied[200] = 61;
  copy(copied.begin(), copied.end(), view);
  view.synchronize();
  EXPECT_EQ(data[7], 60);
  EXPECT_EQ(view[200], 61);
  view.discard_data();
  count_up(view);
  EXPECT_EQ(view[1 << 19], (1 << 19) + 1);
  EXPECT_EQ(view[7], 8);
  parallel_for_each(
      accelerator(accelerator::direct3d_warp).default_view,
      view.extent, [=](index<1> i) restrict(amp) { view[i] += 1; });
  EXPECT_EQ(view[1 << 19], (1 << 19) + 2);
  view.synchronize();
  EXPECT_EQ(data[7], 9);
  EXPECT_THAT(found(), IsEmpty());
}

int table[8];

TEST_F(HostMemory, ViewThatIsLargerThanItsVariableIsFound) {
  const array_view<const int, 2> view(3, 3, table);
  const std::vector<finding> findings = found();
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].element, "(2,2)");
  EXPECT_THAT(findings[0].summary, HasSubstr("table of 32 bytes"));
}

// Many pages of zeros that are not in the program's file.
int pages_before[1 << 18], between_pages[8], pages_behind[1 << 18];

TEST_F(HostMemory, ViewThatIsLargerThanAVariableOfZerosIsFound) {
  read(&pages_before[0]);
  read(&pages_behind[0]);
  const array_view<const int, 2> view(3, 3, between_pages);
  const std::vector<finding> findings = found();
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_THAT(findings[0].summary, HasSubstr("between_pages of 32 bytes"));
}

TEST_F(HostMemory, ViewThatIsLargerThanAlignedHeapMemoryIsFound) {
  void* memory = nullptr;
  EXPECT_EQ(posix_memalign(&memory, 64, 100), 0);
  (void)array_view<const int>(26, static_cast<int*>(memory));
  std::free(memory);
  memory = std::aligned_alloc(64, 128);
  (void)array_view<const int>(33, static_cast<int*>(memory));
  std::free(memory);
  const std::vector<finding> findings = found();
  ASSERT_THAT(findings, SizeIs(2));
  EXPECT_THAT(findings[0].summary, HasSubstr("a heap block of 100 bytes"));
  EXPECT_THAT(findings[1].summary, HasSubstr("a heap block of 128 bytes"));
}

/// Memory for objects of other types, from which a program takes blocks of its own.
struct pool {
  std::unique_ptr<char[]> memory{new char[1024]};
  int used = 0;
  int* take(int count) {
    used += count;
    return reinterpret_cast<int*>(memory.get()) + used - count;
  }
};

TEST_F(HostMemory, ViewsThatFitTheirDataAreNoFindings) {
  (void)array_view<int, 2>(2, 4, table);
  (void)array_view<int>(4, table + 4);
  std::vector<int> growing(8);
  growing.reserve(100);
  (void)array_view<int>(90, growing.data());
  growing.resize(200);
  (void)array_view<int>(200, growing.data());
  growing.resize(20);
  growing.shrink_to_fit();
  (void)array_view<int>(20, growing.data());
  pool blocks;
  (void)blocks.take(3);
  (void)array_view<int>(40, blocks.take(40));
  int local[8];
  (void)array_view<int>(8, local);
  void* memory = std::malloc(64);
  memory = std::realloc(memory, 4096);
  (void)array_view<int>(1024, static_cast<int*>(memory));
  // There is no such memory, so the old one is not freed. Compilers assume that it is.
  void* (*const volatile reallocate)(void*, std::size_t) = &std::realloc;
  const volatile std::size_t too_large = ~std::size_t{0} / 2;
  const array_view<int> view(1024, static_cast<int*>(memory));
  EXPECT_EQ(reallocate(memory, too_large), nullptr);
  parallel_for_each(
      view.extent, [=](index<1> i) restrict(amp) { view[i] = i[0]; });
  view.synchronize();
  EXPECT_EQ(static_cast<int*>(memory)[1000], 1000);
  std::free(memory);
  memory = std::aligned_alloc(64, 4096);
  (void)array_view<int>(1024, static_cast<int*>(memory));
  std::free(memory);
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

TEST_F(HostMemory, ValuesThatAreNotWantedCanGoAfterTheirData) {
  for (const bool is_discarded : {true, false}) {
    auto data = std::make_unique<std::vector<int>>(16);
    {
      const array_view<int> view(*data);
      count_up(view);
      if (is_discarded) view.discard_data();
      data.reset();
    }
    const std::vector<finding> findings = found();
    if (is_discarded) {
      EXPECT_THAT(findings, IsEmpty());
    } else {
      ASSERT_THAT(findings, SizeIs(1));
      EXPECT_THAT(findings[0].summary, HasSubstr("destroyed with unsynchronized changes"));
    }
  }
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
