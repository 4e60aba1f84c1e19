// milliamp/milliamp.h: what a program can ask and set at run time.

#include <milliamp/milliamp.h>

#include <amp.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

namespace {

using namespace concurrency;
using milliamp::finding_scope;
using milliamp::schedule;
using testing::ElementsAre;
using testing::Gt;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

thread_local int result;

void race() {
  parallel_for_each(extent<1>(32).tile<32>(), [](tiled_index<32> t) {
    tile_static int total;
    total = t.local[0];
    t.barrier.wait();
    if (t.local[0] == 0) result = total;
  });
}

/// Restores the schedule that the program was started with.
class ControlTest : public testing::Test {
 protected:
  ~ControlTest() override { milliamp::set_schedule(order_, seed_); }

 private:
  const schedule order_ = milliamp::current_schedule();
  const std::uint64_t seed_ = milliamp::current_seed();
};

/// What 16 threads count that read and store in two steps, each of which is atomic.
int count_in_two_steps() {
  int counter = 0;
  array_view<int> view(1, &counter);
  parallel_for_each(extent<1>(16).tile<16>(), [=](tiled_index<16>) {
    const int before = atomic_fetch_add(&view[0], 0);
    atomic_exchange(&view[0], before + 1);
  });
  view.synchronize();
  return counter;
}

/// The order in which the threads of a tile take their turns.
std::vector<int> order_of_threads() {
  std::vector<int> order;
  parallel_for_each(extent<1>(16).tile<16>(), [&order](tiled_index<16> t) {
    order.push_back(t.local[0]);
    t.barrier.wait();
    order.push_back(t.local[0]);
  });
  return order;
}

TEST_F(ControlTest, TellsThatTheProgramIsChecked) { EXPECT_TRUE(milliamp::program_is_checked()); }

TEST_F(ControlTest, CountsTheLaunchesThatAreChecked) {
  finding_scope scope;
  const auto before = milliamp::checked_launches();
  race();
  race();
  EXPECT_EQ(milliamp::checked_launches(), before + 2);
  const accelerator warp(accelerator::direct3d_warp);
  parallel_for_each(warp.default_view, extent<1>(4).tile<4>(), [](tiled_index<4>) {});
  EXPECT_EQ(milliamp::checked_launches(), before + 2);
}

TEST_F(ControlTest, SetsTheScheduleAndTheSeed) {
  milliamp::set_schedule(schedule::random, 7);
  EXPECT_EQ(milliamp::current_schedule(), schedule::random);
  EXPECT_EQ(milliamp::current_seed(), 7u);
  milliamp::set_schedule(schedule::reverse);
  EXPECT_EQ(milliamp::current_schedule(), schedule::reverse);
  EXPECT_EQ(milliamp::current_seed(), 0u);
}

TEST_F(ControlTest, RunsThreadsInTheOrderOfTheSchedule) {
  finding_scope scope;
  milliamp::set_schedule(schedule::forward);
  const std::vector<int> forward = order_of_threads();
  EXPECT_EQ(forward[0], 0);
  EXPECT_EQ(forward[15], 15);
  milliamp::set_schedule(schedule::reverse);
  const std::vector<int> reverse = order_of_threads();
  EXPECT_EQ(reverse[0], 15);
  EXPECT_EQ(reverse[31], 0);
}

TEST_F(ControlTest, RepeatsTheOrdersOfASeed) {
  finding_scope scope;
  milliamp::set_schedule(schedule::random, 1);
  const std::vector<int> first = order_of_threads();
  const std::vector<int> second = order_of_threads();
  EXPECT_NE(first, second) << "each launch has an order of its own";
  milliamp::set_schedule(schedule::random, 2);
  EXPECT_NE(order_of_threads(), first);
  milliamp::set_schedule(schedule::random, 1);
  EXPECT_EQ(order_of_threads(), first);
  EXPECT_EQ(order_of_threads(), second);
}

TEST_F(ControlTest, InterruptsThreadsAtAtomicOperationsInRandomOrderOnly) {
  finding_scope scope;
  for (const schedule order : {schedule::forward, schedule::reverse}) {
    milliamp::set_schedule(order);
    EXPECT_EQ(count_in_two_steps(), 16);
  }
  std::set<int> counts;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    milliamp::set_schedule(schedule::random, seed);
    const int count = count_in_two_steps();
    counts.insert(count);
    milliamp::set_schedule(schedule::random, seed);
    EXPECT_EQ(count_in_two_steps(), count) << "seed " << seed;
  }
  EXPECT_THAT(counts, SizeIs(Gt(1u)));
  EXPECT_LT(*counts.begin(), 16);
  EXPECT_THAT(scope.findings(), IsEmpty());
}

TEST_F(ControlTest, EndsThreadsThatAreInterruptedWhenAnotherFails) {
  struct guard {
    int& ended;
    ~guard() { ++ended; }
  };
  finding_scope scope;
  int counter = 0;
  const array_view<int> view(1, &counter);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    milliamp::set_schedule(schedule::random, seed);
    int begun = 0;
    int ended = 0;
    const auto kernel = [=, &begun, &ended](tiled_index<16> t) {
      ++begun;
      const guard g{ended};
      atomic_fetch_inc(&view[0]);
      if (t.local[0] == 7) throw std::runtime_error("fails");
      atomic_fetch_inc(&view[0]);
      t.barrier.wait();
    };
    EXPECT_THROW(parallel_for_each(extent<1>(16).tile<16>(), kernel), runtime_exception);
    EXPECT_EQ(begun, ended) << "seed " << seed;
  }
  milliamp::set_schedule(schedule::forward);
  EXPECT_EQ(count_in_two_steps(), 16);
}

TEST_F(ControlTest, WritesTheOptionsAsTheyAreRead) {
  milliamp::set_schedule(schedule::random, 7);
  EXPECT_EQ(milliamp::options_text(), "schedule=random:seed=7");
  milliamp::set_schedule(schedule::forward);
  EXPECT_EQ(milliamp::options_text(), "schedule=forward");
}

// --- finding_scope -------------------------------------------------------------------------------

TEST_F(ControlTest, AScopeCollectsTheFindingsOfItsThread) {
  finding_scope scope;
  race();
  race();
  ASSERT_THAT(scope.findings(), SizeIs(1));
  EXPECT_EQ(scope.findings()[0].kind, milliamp::finding_kind::race);
  EXPECT_THAT(scope.take(), SizeIs(1));
  EXPECT_THAT(scope.findings(), IsEmpty());
}

TEST_F(ControlTest, TheInnermostScopeCollects) {
  finding_scope outer;
  {
    finding_scope inner;
    race();
    EXPECT_THAT(inner.findings(), SizeIs(1));
  }
  EXPECT_THAT(outer.findings(), IsEmpty());
  race();
  EXPECT_THAT(outer.findings(), SizeIs(1));
}

TEST_F(ControlTest, AScopeOfAllThreadsCollectsFromThoseWithoutOne) {
  finding_scope all(finding_scope::coverage::all_threads);
  std::thread(race).join();
  EXPECT_THAT(all.take(), SizeIs(1));
  std::thread([] {
    finding_scope own;
    race();
    EXPECT_THAT(own.findings(), SizeIs(1));
  }).join();
  EXPECT_THAT(all.take(), IsEmpty());
}

TEST_F(ControlTest, AScopeOfAllThreadsNestsInOneOfThisThread) {
  finding_scope outer;
  {
    finding_scope all(finding_scope::coverage::all_threads);
    race();
    EXPECT_THAT(all.findings(), SizeIs(1));
  }
  EXPECT_THAT(outer.findings(), IsEmpty());
}

TEST_F(ControlTest, AFindingCanBeReportedAgain) {
  finding_scope outer;
  {
    finding_scope inner;
    race();
    std::vector<milliamp::finding> found = inner.take();
    ASSERT_THAT(found, SizeIs(1));
    milliamp::report(found[0]);
    EXPECT_THAT(inner.findings(), SizeIs(1));
  }
  EXPECT_THAT(outer.findings(), IsEmpty());
}

TEST_F(ControlTest, AScopeTellsThousandsOfFindingsApart) {
  constexpr int count = 20'000;
  finding_scope scope;
  for (int round = 0; round < 2; ++round) {
    for (int line = 1; line <= count; ++line) {
      milliamp::finding found;
      found.variable = "int total";
      found.events = {{"write", {{"kernel", "kernel.cpp", line, 1}}, {}, 0},
                      {"write", {{"kernel", "kernel.cpp", line % 7 + 1, 1}}, {}, 0}};
      if (round == 1) std::swap(found.events[0], found.events[1]);
      milliamp::report(found);
    }
  }
  ASSERT_THAT(scope.findings(), SizeIs(count));
  for (int i = 0; i < count; ++i) {
    ASSERT_EQ(scope.findings()[static_cast<std::size_t>(i)].events[0].frames[0].line, i + 1);
    ASSERT_EQ(scope.findings()[static_cast<std::size_t>(i)].count, 2u);
  }
}

}  // namespace
