// <ppl.h>: task_group, structured_task_group, make_task.
#include <gtest/gtest.h>
#include <ppl.h>

#include <atomic>
#include <stdexcept>

namespace {

using namespace concurrency;

TEST(TaskGroup, WaitsForItsTasks) {
  std::atomic<int> sum = 0;
  task_group tasks;
  tasks.run([&] { sum += 1; });
  tasks.run([&] { sum += 10; });
  EXPECT_EQ(tasks.run_and_wait([&] { sum += 100; }), completed);
  EXPECT_EQ(sum, 111);
  auto handle = make_task([&] { sum += 1000; });
  tasks.run(handle);
  EXPECT_EQ(tasks.wait(), completed);
  EXPECT_EQ(sum, 1111);
}

TEST(TaskGroup, ThrowsWhatATaskThrows) {
  task_group tasks;
  tasks.run([] { throw std::out_of_range("task"); });
  EXPECT_THROW(tasks.wait(), std::out_of_range);
}

TEST(TaskGroup, CanBeCanceled) {
  task_group tasks;
  EXPECT_FALSE(tasks.is_canceling());
  std::atomic<bool> noticed = false;
  std::atomic<bool> started = false;
  tasks.run([&] {
    started = true;
    while (!is_current_task_group_canceling()) {
    }
    noticed = true;
  });
  // The task runs on another thread, or is started by wait(), after cancel(): then never.
  tasks.cancel();
  EXPECT_TRUE(tasks.is_canceling());
  EXPECT_EQ(tasks.wait(), canceled);
  EXPECT_EQ(noticed, started);
  EXPECT_FALSE(tasks.is_canceling());
  tasks.run([&] { noticed = true; });
  EXPECT_EQ(tasks.wait(), completed);
}

TEST(TaskGroup, ThrowsWhenNobodyHasWaitedForItsTasks) {
  const auto leave_tasks = [] {
    task_group tasks;
    tasks.run([] {
      while (!is_current_task_group_canceling()) {
      }
    });
  };
  EXPECT_THROW(leave_tasks(), missing_wait);
}

TEST(StructuredTaskGroup, RunsHandles) {
  std::atomic<int> sum = 0;
  auto one = make_task([&] { sum += 1; });
  auto ten = make_task([&] { sum += 10; });
  structured_task_group tasks;
  tasks.run(one);
  EXPECT_EQ(tasks.run_and_wait(ten), completed);
  EXPECT_EQ(sum, 11);
}

}  // namespace
