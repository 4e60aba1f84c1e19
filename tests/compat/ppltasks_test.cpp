// <ppltasks.h>: tasks, continuations, joins, cancellation; completion_future::to_task().
#include <amp.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <ppltasks.h>

#include <atomic>
#include <future>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace {

using namespace concurrency;
using testing::ElementsAre;

TEST(Task, HasTheResultOfItsFunction) {
  const task<int> six = create_task([] { return 6; });
  EXPECT_EQ(six.get(), 6);
  EXPECT_EQ(six.get(), 6);
  EXPECT_EQ(six.wait(), completed);
  EXPECT_TRUE(six.is_done());
  EXPECT_EQ(task<int>([] { return 7; }).get(), 7);
  EXPECT_EQ(create_task(six), six);
  EXPECT_NE(create_task([] { return 6; }), six);
}

TEST(Task, ThrowsWhatItsFunctionThrows) {
  const auto failing = create_task([]() -> int { throw std::out_of_range("task"); });
  EXPECT_THROW(failing.get(), std::out_of_range);
  EXPECT_THROW(failing.wait(), std::out_of_range);
}

TEST(Task, WithoutAFunctionHasNoResult) {
  EXPECT_THROW(task<int>().get(), invalid_operation);
  EXPECT_THROW(task<void>().then([] {}), invalid_operation);
}

TEST(Task, MayReturnATask) {
  const auto outer = create_task([] { return create_task([] { return std::string("inner"); }); });
  static_assert(std::is_same_v<decltype(outer), const task<std::string>>);
  EXPECT_EQ(outer.get(), "inner");
}

TEST(Task, MayWaitForManyOthers) {
  task_completion_event<int> gate;
  std::vector<task<int>> waiting;
  for (int i = 0; i < 50; ++i) {
    waiting.push_back(create_task([gate, i] { return create_task(gate).get() + i; }));
  }
  EXPECT_FALSE(waiting[49].is_done());
  gate.set(100);
  EXPECT_EQ(waiting[49].get(), 149);
}

TEST(Continuations, TakeTheResult) {
  const auto text =
      create_task([] { return 6; }).then([](int six) { return 7 * six; }).then([](int n) {
        return std::to_string(n);
      });
  EXPECT_EQ(text.get(), "42");
  int calls = 0;
  create_task([&] { ++calls; }).then([&] { ++calls; }).wait();
  EXPECT_EQ(calls, 2);
}

TEST(Continuations, AreSkippedWhenTheTaskFails) {
  std::atomic<bool> called = false;
  const auto next = create_task([]() -> int { throw std::out_of_range("task"); }).then([&](int) {
    called = true;
  });
  EXPECT_THROW(next.get(), std::out_of_range);
  EXPECT_FALSE(called);
}

TEST(Continuations, ThatTakeTheTaskAreAlwaysCalled) {
  const auto next =
      create_task([]() -> int { throw std::out_of_range("task"); }).then([](task<int> failed) {
        try {
          return failed.get();
        } catch (const std::out_of_range&) {
          return -1;
        }
      });
  EXPECT_EQ(next.get(), -1);
  EXPECT_TRUE(create_task([] {}).then([](task<void> t) { return t.is_done(); }).get());
}

TEST(Continuations, MayReturnATask) {
  const auto next = create_task([] { return 6; }).then([](int six) {
    return create_task([six] { return six + 1; });
  });
  static_assert(std::is_same_v<decltype(next), const task<int>>);
  EXPECT_EQ(next.get(), 7);
}

TEST(TaskCompletionEvent, EndsItsTasks) {
  const task_completion_event<int> event;
  const task<int> waiting(event);
  EXPECT_FALSE(waiting.is_done());
  EXPECT_TRUE(event.set(3));
  EXPECT_FALSE(event.set(4));
  EXPECT_EQ(waiting.get(), 3);
  EXPECT_EQ(create_task(event).get(), 3);
  const task_completion_event<void> failing;
  failing.set_exception(std::out_of_range("event"));
  EXPECT_THROW(create_task(failing).get(), std::out_of_range);
}

TEST(WhenAll, HasAllResultsInOrder) {
  const task_completion_event<int> first;
  std::vector<task<int>> tasks = {create_task(first), create_task([] { return 2; }),
                                  create_task([] { return 3; })};
  const auto all = when_all(tasks.begin(), tasks.end());
  first.set(1);
  EXPECT_THAT(all.get(), ElementsAre(1, 2, 3));
  EXPECT_THAT((tasks[2] && tasks[0]).get(), ElementsAre(3, 1));
  EXPECT_THAT((tasks[2] && tasks[0] && tasks[1]).get(), ElementsAre(3, 1, 2));
}

TEST(WhenAll, WaitsForTasksWithoutResults) {
  std::atomic<int> calls = 0;
  std::vector<task<void>> tasks;
  for (int i = 0; i < 4; ++i) tasks.push_back(create_task([&] { ++calls; }));
  when_all(tasks.begin(), tasks.end()).wait();
  EXPECT_EQ(calls, 4);
  EXPECT_EQ((tasks[0] && tasks[1]).wait(), completed);
  tasks.clear();
  EXPECT_TRUE(when_all(tasks.begin(), tasks.end()).is_done());
}

TEST(WhenAll, FailsWithTheFirstFailure) {
  const task_completion_event<int> never;
  const task<int> tasks[] = {create_task(never), task_from_exception<int>(std::out_of_range("x"))};
  EXPECT_THROW(when_all(tasks, tasks + 2).get(), std::out_of_range);
}

TEST(WhenAny, HasTheFirstResult) {
  const task_completion_event<int> never;
  const task<int> tasks[] = {create_task(never), create_task([] { return 2; })};
  const auto [result, place] = when_any(tasks, tasks + 2).get();
  EXPECT_EQ(result, 2);
  EXPECT_EQ(place, 1u);
  EXPECT_EQ((tasks[0] || tasks[1]).get(), 2);
  const task<void> done[] = {task_from_result(), task_from_result()};
  EXPECT_EQ(when_any(done, done + 2).get(), 0u);
  EXPECT_EQ((done[0] || done[1]).wait(), completed);
}

TEST(Cancellation, EndsTasks) {
  const auto canceling = create_task([] { cancel_current_task(); });
  EXPECT_EQ(canceling.wait(), canceled);
  EXPECT_THROW(canceling.get(), task_canceled);
  EXPECT_EQ(canceling.then([] {}).wait(), canceled);
}

TEST(Cancellation, KeepsTasksWithATokenFromStarting) {
  const cancellation_token_source source;
  const cancellation_token token = source.get_token();
  EXPECT_EQ(create_task([] { return 1; }, token).get(), 1);
  const task_completion_event<void> gate;
  std::atomic<bool> called = false;
  const auto next = create_task(gate).then([&] { called = true; }, token);
  source.cancel();
  EXPECT_TRUE(token.is_canceled());
  gate.set();
  EXPECT_EQ(next.wait(), canceled);
  EXPECT_FALSE(called);
  EXPECT_FALSE(cancellation_token::none().is_cancelable());
}

TEST(TaskFromResult, HasEnded) {
  EXPECT_TRUE(task_from_result(3).is_done());
  EXPECT_EQ(task_from_result(3).get(), 3);
}

// Spec 4.6.
TEST(CompletionFuture, BecomesATask) {
  std::vector<int> numbers = {1, 2, 3};
  array<int> copy(3);
  int sum = 0;
  const task<void> copied = copy_async(numbers.begin(), numbers.end(), copy).to_task();
  copied
      .then([&] {
        const std::vector<int> back = copy;
        for (int n : back) sum += n;
      })
      .wait();
  EXPECT_EQ(sum, 6);
}

}  // namespace
