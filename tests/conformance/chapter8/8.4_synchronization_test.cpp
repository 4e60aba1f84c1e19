// Spec 8.4, in a checked program: what copies values between host memory and that of REF.
#include "host_memory.h"

#include <amp.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <list>
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
    parallel_for_each(
        accelerator(accelerator::direct3d_warp).default_view,
        view.extent, [=](index<1> i) restrict(amp) { (void)view[i]; });
  });
  EXPECT_THAT(found(), IsEmpty());
}

TEST_F(HostMemory, IsNotSynchronizedByCopiesOfItsView) {
  const array_view<int> view(numbers_);
  const std::vector<int> counted{1, 2, 3, 4, 5, 6, 7, 8};
  const auto expect_stale_after = [&](auto copies) {
    view.refresh();
    std::fill(numbers_.begin(), numbers_.end(), 0);
    count_up(view);
    EXPECT_EQ(copies(), counted);
    EXPECT_THAT(found(), IsEmpty());
    EXPECT_EQ(read(&numbers_[5]), 0);
    EXPECT_THAT(found(), SizeIs(1));
  };
  expect_stale_after([&] {
    std::vector<int> target(8);
    copy(view, target.begin());
    return target;
  });
  expect_stale_after([&] {
    std::list<int> target;
    copy_async(view, std::back_inserter(target)).get();
    return std::vector<int>(target.begin(), target.end());
  });
  expect_stale_after([&] {
    array<int> target(8);
    copy(view, target);
    return std::vector<int>(target);
  });
  expect_stale_after([&] {
    std::vector<int> target(8);
    copy_async(view, array_view<int>(target)).get();
    return target;
  });
}

TEST_F(HostMemory, MayBeTheTargetOfACopyOfItsView) {
  const array_view<int> view(numbers_);
  count_up(view);
  copy(view, numbers_.begin());
  EXPECT_EQ(numbers_, (std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8}));
  count_up(view);
  copy(view.section(0, 2), numbers_.rbegin());
  EXPECT_EQ(numbers_, (std::vector<int>{1, 2, 3, 4, 5, 6, 2, 1}));
  EXPECT_THAT(found(), IsEmpty());
}

TEST_F(HostMemory, IsStaleWhereItsViewWasTheTargetOfACopy) {
  const array_view<int> view(numbers_);
  count_up(view);
  view.synchronize();
  const std::vector<int> zeros(3);
  const int line = __LINE__ + 1;
  copy(zeros.begin(), view.section(2, 3));
  EXPECT_EQ(read(&numbers_[1]), 2);
  EXPECT_THAT(found(), IsEmpty());
  EXPECT_EQ(read(&numbers_[4]), 5);
  const std::vector<finding> findings = found();
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].kind, finding_kind::stale_host_read);
  EXPECT_THAT(findings[0].summary, HasSubstr("reads element (4)"));
  EXPECT_THAT(findings[0].summary, HasSubstr("which a copy has changed"));
  EXPECT_EQ(findings[0].events[1].what, "copy that changed it");
  EXPECT_EQ(findings[0].events[1].frames[0].line, line);
  view.synchronize();
  EXPECT_EQ(numbers_, (std::vector<int>{1, 2, 0, 0, 0, 6, 7, 8}));
  EXPECT_THAT(found(), IsEmpty());
}

TEST_F(HostMemory, IsWhereACopyToAViewGoesThatNoAcceleratorHasNewerValuesOf) {
  const array_view<int> view(numbers_);
  const std::vector<int> ones(8, 1);
  copy(ones.begin(), ones.end(), view);
  EXPECT_EQ(numbers_, ones);
  EXPECT_THAT(found(), IsEmpty());
}

TEST_F(HostMemory, KeepsWhatAKernelChangedBesideTheTargetOfACopy) {
  const array_view<int> view(numbers_);
  count_up(view);
  const array<int> zeros(2, numbers_.begin());
  EXPECT_THAT(found(), SizeIs(1)) << "the array is made from the stale memory";
  copy(zeros, view.section(0, 2));
  EXPECT_EQ(read(&numbers_[7]), 0);
  const std::vector<finding> findings = found();
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_THAT(findings[0].summary, HasSubstr("which a kernel has changed"));
  parallel_for_each(
      view.extent, [=](index<1> i) restrict(amp) { view[i] += 10; });
  view.synchronize();
  EXPECT_EQ(numbers_, (std::vector<int>{10, 10, 13, 14, 15, 16, 17, 18}));
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
  EXPECT_EQ(findings[0].element, "(1,3)");
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
  view.section(2, 3).refresh();
  copy(view, result.begin());
  EXPECT_EQ(result, (std::vector<int>{1, 2, 3, 40, 5, 6, 7, 8}))
      << "refresh() of a section leaves the other elements";
  view.refresh();

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
  EXPECT_THAT(found(), SizeIs(1));
  source.refresh();
  copy_in_kernel();
  EXPECT_EQ(result[7], 70);
  EXPECT_THAT(found(), IsEmpty());
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

TEST_F(HostMemory, KeepsWhatIsWrittenAfterItHasBeenDiscarded) {
  const array_view<int> view(numbers_);
  const auto value_of = [&view](int element) {
    array<int> value(1);
    parallel_for_each(
        value.extent, [ =, &value ](index<1> i) restrict(amp) { value[i] = view[element]; });
    return std::vector<int>(value)[0];
  };
  const auto after_discarding = [&](auto write) {
    view.discard_data();
    write();
    return value_of(3);
  };
  for (const bool has_been_used_by_a_kernel : {false, true}) {
    EXPECT_EQ(after_discarding([&] { view[3] = 1; }), 1) << has_been_used_by_a_kernel;
    EXPECT_EQ(after_discarding([&] { view.data()[3] = 2; }), 2);
    EXPECT_EQ(after_discarding([&] { copy(std::vector<int>(4, 3).begin(), view.section(0, 4)); }),
              3);
    EXPECT_EQ(after_discarding([&] { copy(array<int>(8, std::vector<int>(8, 4).begin()), view); }),
              4);
    EXPECT_EQ(after_discarding([&] {
                view.synchronize(access_type_read_write);
                numbers_[3] = 5;
              }),
              5);
    EXPECT_EQ(after_discarding([&] {
                view.synchronize();
                numbers_[3] = 6;
                view.refresh();
              }),
              6);
    view.synchronize(access_type_read_write);
    EXPECT_THAT(found(), IsEmpty());
  }
  view.discard_data();
  view[3] = 7;
  (void)value_of(4);
  const std::vector<finding> findings = found();
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].kind, finding_kind::uninitialized_read);
  EXPECT_EQ(findings[0].element, "view(4)");
}

}  // namespace
