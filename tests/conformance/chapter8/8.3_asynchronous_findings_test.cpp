// Spec 8.3 and 8.4, in a checked program: accesses of the host to memory before an asynchronous
// operation on it has ended.
#include "host_memory.h"

#include <amp.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <thread>
#include <vector>

namespace {

using namespace concurrency;
using milliamp::finding;
using milliamp::finding_kind;
using milliamp::tests::count_up;
using milliamp::tests::HostMemory;
using milliamp::tests::read;
using milliamp::tests::write;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

TEST_F(HostMemory, ReadOfTheDestinationOfACopyBeforeItsEndIsFound) {
  const array<int, 2> source(2, 4, numbers_.begin());
  std::vector<int> target(8);
  const completion_future copied = copy_async(source, target.begin());
  (void)read(&target[6]);
  const int line = __LINE__ - 2;
  const std::vector<finding> findings = found();
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].kind, finding_kind::stale_host_read);
  EXPECT_EQ(findings[0].element, "(6)");
  EXPECT_THAT(findings[0].summary, HasSubstr("reads element (6) of the destination of copy_async"));
  ASSERT_THAT(findings[0].events, SizeIs(2));
  EXPECT_EQ(findings[0].events[1].frames[0].line, line);
  copied.get();
  (void)read(&target[6]);
  EXPECT_THAT(found(), IsEmpty());
}

TEST_F(HostMemory, WriteOfTheSourceOfACopyBeforeItsEndIsFound) {
  array<int> target(8);
  const completion_future copied = copy_async(numbers_.begin(), numbers_.end(), target);
  (void)read(&numbers_[6]);
  EXPECT_THAT(found(), IsEmpty()) << "the copy only reads";
  write(&numbers_[6], 1);
  const std::vector<finding> findings = found();
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_THAT(findings[0].summary, HasSubstr("writes element (6) of the source of copy_async"));
  copied.wait();
  write(&numbers_[6], 1);
  EXPECT_THAT(found(), IsEmpty());
}

TEST_F(HostMemory, CopiesThatUseTheDestinationOfACopyBeforeItsEndAreFound) {
  const array<int> source(8, numbers_.begin()), other(8, numbers_.begin());
  array<int> copied_on(8);
  std::vector<int> target(16);
  const completion_future first = copy_async(source, target.begin());
  const completion_future beside = copy_async(other, target.begin() + 8);
  EXPECT_THAT(found(), IsEmpty()) << "another part";
  const completion_future second = copy_async(other, target.begin() + 4);
  const int line = __LINE__ - 1;
  std::vector<finding> findings = found();
  ASSERT_THAT(findings, SizeIs(2)) << "with the first one and with that beside it";
  EXPECT_EQ(findings[0].kind, finding_kind::stale_host_read);
  EXPECT_EQ(findings[0].element, "(4)");
  EXPECT_THAT(findings[0].summary,
              HasSubstr("writes element (4) of the destination of copy_async"));
  EXPECT_EQ(findings[0].events[0].frames[0].line, line);
  const completion_future third = copy_async(target.begin(), copied_on);
  findings = found();
  ASSERT_THAT(findings, SizeIs(2));
  EXPECT_THAT(findings[0].summary, HasSubstr("reads element (0) of the destination of copy_async"));
  for (const completion_future& each : {first, beside, second, third}) each.get();
  copy_async(other, target.begin()).get();
  EXPECT_THAT(found(), IsEmpty());
}

TEST_F(HostMemory, CopiesFromOneSourceAreNoFindings) {
  array<int> one(8), other(8);
  const completion_future first = copy_async(numbers_.begin(), one);
  const completion_future second = copy_async(numbers_.begin(), other);
  EXPECT_THAT(found(), IsEmpty());
  first.get();
  second.get();
}

TEST_F(HostMemory, LaunchOnAViewOfTheDestinationOfACopyBeforeItsEndIsFound) {
  const std::vector<int> data(8, 1);
  const array<int> source(8, data.begin());
  const array_view<int> view(numbers_);
  const completion_future copied = copy_async(source, numbers_.begin());
  count_up(view);
  const std::vector<finding> findings = found();
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].kind, finding_kind::stale_host_read);
  EXPECT_THAT(findings[0].summary,
              HasSubstr("a kernel uses element (0) of the destination of copy_async"));
  EXPECT_EQ(findings[0].events[0].what, "launch");
  copied.get();
  view.refresh();
  count_up(view);
  EXPECT_THAT(found(), IsEmpty());
}

TEST_F(HostMemory, AccessesByViewsBeforeTheEndOfACopyAreFound) {
  std::vector<int> others(8);
  const array_view<const int, 2> source(2, 4, numbers_);
  const array_view<int, 2> target(2, 4, others);
  const completion_future copied =
      copy_async(source.section(0, 1, 2, 2), target.section(0, 1, 2, 2));
  (void)read(&target(1, 3));
  EXPECT_THAT(found(), IsEmpty()) << "not in the section";
  (void)read(&target(1, 2));
  const std::vector<finding> findings = found();
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].element, "(1,1)");
  copied.get();
  (void)read(&target(1, 2));
  EXPECT_THAT(found(), IsEmpty());
}

TEST_F(HostMemory, ReadBeforeTheEndOfASynchronizationIsFound) {
  const array_view<int> view(numbers_);
  const completion_future nothing = view.synchronize_async();
  (void)read(&numbers_[6]);
  EXPECT_THAT(found(), IsEmpty()) << "nothing to synchronize";
  nothing.get();
  count_up(view);
  const completion_future synchronized = view.synchronize_async();
  (void)read(&numbers_[6]);
  const std::vector<finding> findings = found();
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].kind, finding_kind::stale_host_read);
  EXPECT_EQ(findings[0].element, "(6)");
  EXPECT_EQ(findings[0].events[1].what, "synchronization started");
  synchronized.get();
  (void)read(&numbers_[6]);
  EXPECT_THAT(found(), IsEmpty());
}

TEST_F(HostMemory, EndOfTheLifetimeBeforeTheEndOfACopyIsFound) {
  const array<int> source(8, numbers_.begin());
  const int line = __LINE__ + 3;
  {
    std::vector<int> target(8);
    copy_async(source, target.begin());
  }
  const std::vector<finding> findings = found();
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].kind, finding_kind::stale_host_read);
  EXPECT_THAT(findings[0].summary, HasSubstr("lifetime of the destination of copy_async"));
  ASSERT_THAT(findings[0].events, SizeIs(2));
  EXPECT_EQ(findings[0].events[0].what, "data freed");
  EXPECT_EQ(findings[0].events[0].frames[0].line, line + 1);
  EXPECT_EQ(findings[0].events[1].frames[0].line, line);
}

TEST_F(HostMemory, EndOfTheLifetimeAfterAnAccessThatWasTooEarlyIsNoOtherFinding) {
  const array<int> source(8, numbers_.begin());
  {
    std::vector<int> target(8);
    copy_async(source, target.begin());
    (void)read(&target[6]);
  }
  EXPECT_THAT(found(), SizeIs(1));
}

// A synchronization changes no values, so that it may go on while the view is read, and the last
// view synchronizes its memory when it is destroyed.
TEST_F(HostMemory, ReadsThroughTheViewDuringASynchronizationAreNoFindings) {
  {
    const array_view<int> view(numbers_);
    count_up(view);
    const completion_future synchronized = view.synchronize_async();
    EXPECT_EQ(read(&view[6]), 7);
    EXPECT_EQ(read(&numbers_[5]), 6) << "the view has synchronized its memory";
    EXPECT_THAT(found(), IsEmpty());
    write(&view[6], 2);
    EXPECT_THAT(found(), SizeIs(1));
    synchronized.get();
    count_up(view);
    view.synchronize_async();
  }
  EXPECT_EQ(read(&numbers_[6]), 7);
  write(&numbers_[6], 1);
  EXPECT_THAT(found(), IsEmpty());
}

/// Returns after it has started to copy to a local variable.
__attribute__((noinline)) void copy_to_local_variable(const array<int>& source) {
  int numbers[8] = {};
  copy_async(source, &numbers[0]);
}

TEST_F(HostMemory, ReturnBeforeTheEndOfACopyIsFound) {
  copy_to_local_variable(array<int>(8, numbers_.begin()));
  count_up(array_view<int>(numbers_));
  const std::vector<finding> findings = found();
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_THAT(findings[0].summary, HasSubstr("lifetime of the destination of copy_async"));
  EXPECT_EQ(findings[0].events[0].what, "copy started");
  EXPECT_THAT(findings[0].notes, SizeIs(1));
}

TEST_F(HostMemory, AccessesAfterTheEndOfACopyAreNoFindings) {
  std::vector<int> target(8);
  const array<int> source(8, numbers_.begin());
  const auto expect_ended_by = [&](auto wait) {
    wait(copy_async(source, target.begin()));
    write(&target[5], 1);
    EXPECT_THAT(found(), IsEmpty());
  };
  expect_ended_by([](const completion_future& copied) { copied.get(); });
  expect_ended_by([](const completion_future& copied) { copied.wait(); });
  expect_ended_by([](const completion_future& copied) {
    while (copied.wait_for(std::chrono::milliseconds(1)) != std::future_status::ready) {
    }
  });
  expect_ended_by([](const completion_future& copied) {
    const completion_future same = copied;
    same.wait_until(std::chrono::steady_clock::now() + std::chrono::hours(1));
  });
  expect_ended_by([](const completion_future& copied) {
    const std::shared_future<void> same = copied;
    same.get();
  });
  expect_ended_by([&](const completion_future& copied) {
    std::promise<void> done;
    copied.then([&] {
      write(&target[5], 1);
      done.set_value();
    });
    done.get_future().get();
  });
  expect_ended_by([&](const completion_future&) { source.accelerator_view.wait(); });
  expect_ended_by([&](const completion_future&) { source.accelerator_view.create_marker().get(); });
  expect_ended_by([&](const completion_future&) { copy(source, array_view<int>(target)); });
}

TEST_F(HostMemory, ALaunchIsNoWaitForACopy) {
  std::vector<int> target(8);
  const array<int> source(8, numbers_.begin());
  const completion_future copied = copy_async(source, target.begin());
  count_up(array_view<int>(numbers_));
  (void)read(&target[6]);
  EXPECT_THAT(found(), SizeIs(1));
  copied.get();
  (void)read(&target[6]);
  EXPECT_THAT(found(), IsEmpty());
}

TEST_F(HostMemory, CopiesOfSeveralThreadsAllEndWithTheirFutures) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([] {
      milliamp::finding_scope scope;
      const array<int> source(300);
      for (int n = 0; n < 100; ++n) {
        std::vector<int> target(300);
        copy_async(source, target.begin()).get();
        write(&target[7], n);
      }
      EXPECT_THAT(scope.take(), IsEmpty());
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
