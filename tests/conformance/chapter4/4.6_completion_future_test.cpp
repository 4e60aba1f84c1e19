// Spec 4.6: class completion_future.
#include "conformance/gated_iterator.h"

#include <amp.h>
#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <stdexcept>
#include <thread>
#include <type_traits>
#include <vector>

namespace {

using namespace concurrency;
using milliamp::tests::gated_iterator;

// 4.6.2
static_assert(std::is_default_constructible_v<completion_future>);
static_assert(std::is_copy_constructible_v<completion_future>);
static_assert(std::is_copy_assignable_v<completion_future>);
static_assert(std::is_nothrow_move_constructible_v<completion_future>);
static_assert(std::is_nothrow_move_assignable_v<completion_future>);
static_assert(std::is_convertible_v<completion_future, std::shared_future<void>>);

/// A copy that goes on until the gate opens.
struct held_copy {
  std::promise<void> gate;
  array<int> target{10};
  completion_future future = copy_async(gated_iterator{gate.get_future().share()}, target);
};

TEST(CompletionFutureConstructors, DefaultRefersToNoOperation) {
  const completion_future none;
  EXPECT_FALSE(none.valid());
}

TEST(CompletionFutureConstructors, CopyRefersToTheSameOperation) {
  held_copy copying;
  const completion_future copy(copying.future);
  completion_future assigned;
  assigned = copy;
  EXPECT_TRUE(copying.future.valid());
  EXPECT_TRUE(copy.valid());
  EXPECT_EQ(assigned.wait_for(std::chrono::seconds(0)), std::future_status::timeout);
  copying.gate.set_value();
  assigned.wait();
  EXPECT_EQ(copy.wait_for(std::chrono::seconds(0)), std::future_status::ready);
}

TEST(CompletionFutureConstructors, MoveLeavesNoOperationBehind) {
  completion_future first = accelerator().default_view.create_marker();
  completion_future second(std::move(first));
  EXPECT_FALSE(first.valid());  // NOLINT: what a move leaves is specified
  EXPECT_TRUE(second.valid());
  completion_future third;
  third = std::move(second);
  EXPECT_FALSE(second.valid());  // NOLINT
  EXPECT_TRUE(third.valid());
}

// 4.6.3
TEST(CompletionFutureMembers, GetAndWaitReturnWhenTheOperationHasEnded) {
  std::vector<int> source(100000, 3);
  array<int> target(static_cast<int>(source.size()));
  const completion_future copied = copy_async(source.begin(), source.end(), target);
  copied.get();
  copied.get();  // a shared future can be asked again
  copied.wait();
  EXPECT_EQ(std::vector<int>(target), source);
}

// The host can start operations behind one that waits for it.
TEST(CompletionFutureMembers, OfAnOperationBehindOneThatWaits) {
  const array<int> source(10, std::vector<int>(10, 3).begin());
  array<int> target(10);
  held_copy copying;
  const completion_future copied = copy_async(source, target);
  copying.gate.set_value();
  copied.get();
  EXPECT_EQ(std::vector<int>(target), std::vector<int>(10, 3));
  EXPECT_EQ(std::vector<int>(copying.target), std::vector<int>(10, 5));
}

TEST(CompletionFutureMembers, GetThrowsWhatTheOperationThrew) {
  held_copy copying;
  copying.gate.set_exception(std::make_exception_ptr(std::out_of_range("beyond")));
  copying.future.wait();
  EXPECT_THROW(copying.future.get(), std::out_of_range);
  EXPECT_THROW(copying.future.get(), std::out_of_range);
}

TEST(CompletionFutureMembers, TimedWaits) {
  held_copy copying;
  EXPECT_EQ(copying.future.wait_for(std::chrono::milliseconds(1)), std::future_status::timeout);
  EXPECT_EQ(copying.future.wait_until(std::chrono::system_clock::now()),
            std::future_status::timeout);
  copying.gate.set_value();
  EXPECT_EQ(copying.future.wait_for(std::chrono::hours(1)), std::future_status::ready);
  EXPECT_EQ(copying.future.wait_until(std::chrono::steady_clock::now() + std::chrono::hours(1)),
            std::future_status::ready);
}

TEST(CompletionFutureMembers, ConvertsToSharedFuture) {
  held_copy copying;
  const std::shared_future<void> shared = copying.future;
  EXPECT_EQ(shared.wait_for(std::chrono::seconds(0)), std::future_status::timeout);
  copying.gate.set_value();
  shared.get();
  EXPECT_EQ(std::vector<int>(copying.target), std::vector<int>(10, 5));
  const std::shared_future<void> none = completion_future();
  EXPECT_FALSE(none.valid());
}

TEST(CompletionFutureThen, RunsTheFunctorUponCompletion) {
  held_copy copying;
  std::promise<bool> was_complete;
  copying.future.then([&copying, &was_complete] {
    was_complete.set_value(copying.future.wait_for(std::chrono::seconds(0)) ==
                           std::future_status::ready);
  });
  std::future<bool> called = was_complete.get_future();
  EXPECT_EQ(called.wait_for(std::chrono::seconds(0)), std::future_status::timeout);
  copying.gate.set_value();
  EXPECT_TRUE(called.get());
}

TEST(CompletionFutureThen, RunsForAnOperationThatHasEnded) {
  const completion_future ended = accelerator().default_view.create_marker();
  ended.wait();
  std::promise<void> first, second;
  ended.then([&first] { first.set_value(); });
  ended.then([&second] { second.set_value(); });
  first.get_future().get();
  second.get_future().get();
}

TEST(CompletionFutureThen, MayStartAndAwaitOtherOperations) {
  array<int> numbers(1000);
  std::vector<int> ones(1000, 1), result(1000);
  std::promise<void> done;
  copy_async(ones.begin(), ones.end(), numbers).then([&] {
    parallel_for_each(
        numbers.extent, [&](index<1> i) restrict(amp) { numbers[i] += 1; });
    copy_async(numbers, result.begin()).get();
    done.set_value();
  });
  done.get_future().get();
  EXPECT_EQ(result, std::vector<int>(1000, 2));
}

TEST(CompletionFutureThen, NeedsAnOperation) {
  EXPECT_THROW(completion_future().then([] {}), std::future_error);
}

}  // namespace
