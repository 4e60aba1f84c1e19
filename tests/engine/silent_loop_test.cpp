// Threads that never end and make no access to memory, as is left of `while (flag == 0) {}` when
// the compiler has read the flag before the loop (spec 8.1: other threads need not make progress).
#include <milliamp/milliamp.h>

#include <amp.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <ctime>
#include <string>
#include <vector>

using namespace concurrency;
using milliamp::finding;
using milliamp::finding_kind;
using testing::HasSubstr;

namespace {

void loop_for_ever() {
  for (;;) asm volatile("");
}
constexpr int loop_line = __LINE__ - 2;

/// What the runtime_exception says with which the launch ends.
template <class Domain, class Kernel>
std::string failure_of(const Domain& domain, const Kernel& kernel) {
  try {
    parallel_for_each(domain, kernel);
  } catch (const runtime_exception& failure) {
    return failure.what();
  }
  return "";
}

void expect_silent_loop(const std::vector<finding>& findings) {
  ASSERT_EQ(findings.size(), 1u);
  const finding& found = findings.front();
  EXPECT_EQ(found.kind, finding_kind::no_progress);
  EXPECT_THAT(found.summary, HasSubstr("in a loop without accessing memory"));
  ASSERT_EQ(found.events.size(), 1u);
  ASSERT_FALSE(found.events[0].frames.empty());
  EXPECT_THAT(found.events[0].frames[0].file, HasSubstr("silent_loop_test.cpp"));
  EXPECT_EQ(found.events[0].frames[0].line, loop_line);
  EXPECT_EQ(found.events[0].threads[0].global, std::vector{5});
}

TEST(SilentLoop, OfAThreadOfATileEndsTheLaunch) {
  milliamp::finding_scope scope;
  const std::string failure = failure_of(
      extent<1>(8).tile<4>(), [](tiled_index<4> t) restrict(amp) {
        if (t.global[0] == 5) loop_for_ever();
        t.barrier.wait();
      });
  EXPECT_THAT(failure, HasSubstr("no progress: thread local (1) tile (1) global (5)"));
  expect_silent_loop(scope.take());
}

TEST(SilentLoop, OfAPointEndsTheLaunch) {
  milliamp::finding_scope scope;
  const std::string failure = failure_of(
      extent<1>(8), [](index<1> i) restrict(amp) {
        if (i[0] == 5) loop_for_ever();
      });
  EXPECT_THAT(failure, HasSubstr("no progress: thread global (5)"));
  expect_silent_loop(scope.take());
}

// The loop that programs have: whether the read is left in it, is the compiler's choice.
TEST(SilentLoop, OrOneThatReadsAFlagEndsTheLaunch) {
  milliamp::finding_scope scope;
  const std::string failure = failure_of(
      extent<1>(2).tile<2>(), [](tiled_index<2> t) restrict(amp) {
        tile_static int flag;
        if (t.local[0] == 0) flag = 0;
        t.barrier.wait();
        if (t.local[0] == 0) {
          while (flag == 0) {
          }
        } else {
          flag = 1;
        }
      });
  EXPECT_THAT(failure, HasSubstr("no progress: thread local (0) tile (0) global (0)"));
  const std::vector<finding> findings = scope.take();
  ASSERT_FALSE(findings.empty());
  EXPECT_EQ(findings.back().kind, finding_kind::no_progress);
}

// A thread may take its time, as long as it gets on.
TEST(SilentLoop, IsNotFoundInALongOneThatEnds) {
  const milliamp::finding_scope scope;
  std::vector<int> ends(1);
  const array_view<int> end(1, ends);
  parallel_for_each(
      end.extent, [=](index<1> i) restrict(amp) {
        unsigned state = 1;
        for (std::int64_t step = 0; step < std::int64_t{3} << 29; ++step)
          state = state * 1664525u + 1013904223u;
        end[i] = static_cast<int>(state | 1u);
      });
  end.synchronize();
  EXPECT_NE(ends[0], 0);
  EXPECT_THAT(scope.findings(), testing::IsEmpty());
}

// No thread of a tile runs: a signal would interrupt the host's wait.
TEST(SilentLoop, IsNotLookedForBetweenLaunches) {
  for (int launch = 0; launch < 20; ++launch) {
    std::vector<int> values(64);
    const array_view<int> view(values);
    parallel_for_each(
        view.extent.tile<8>(), [=](tiled_index<8> t) restrict(amp) { view[t] = t.local[0]; });
  }
  timespec rest{};
  const timespec wait{3, 0};
  EXPECT_EQ(nanosleep(&wait, &rest), 0) << "interrupted with " << rest.tv_sec << " s left";
}

/// The number of rounds that take a calculation some seconds, which is long enough to be examined,
/// and much less than the 30 seconds of processor time after which it counts as spinning.
template <class Calculation>
std::int64_t rounds_of_some_seconds(const Calculation& calculation) {
  for (std::int64_t rounds = 1000;; rounds *= 2) {
    const std::clock_t begin = std::clock();
    calculation(rounds);
    const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    if (seconds > 0.25) return static_cast<std::int64_t>(5 / seconds * static_cast<double>(rounds));
  }
}

/// The result of so many rounds of a calculation with these numbers.
unsigned result_of(std::int64_t rounds, unsigned factor, unsigned summand) {
  unsigned x = 1;
  for (std::int64_t round = 0; round < rounds; ++round) x = x * factor + summand;
  return x;
}

TEST(SilentLoop, IsNotFoundInALongCalculationThatReadsConstants) {
  const std::vector<unsigned> numbers{1664525u, 1013904223u};
  const auto calculate = [&](std::int64_t rounds) {
    std::vector<unsigned> results(1);
    const array_view<const unsigned> factors(numbers);
    const array_view<unsigned> result(results);
    parallel_for_each(
        extent<1>(1), [=](index<1> i) restrict(amp) {
          unsigned x = 1;
          for (std::int64_t round = 0; round < rounds; ++round) x = x * factors[0] + factors[1];
          result[i] = x;
        });
    result.synchronize();
    return results[0];
  };
  milliamp::finding_scope scope;
  const std::int64_t rounds = rounds_of_some_seconds(calculate);
  EXPECT_EQ(calculate(rounds), result_of(rounds, numbers[0], numbers[1]));
  EXPECT_TRUE(scope.take().empty());
}

// The frames of the library differ in each round of such a loop. Those of the kernel decide.
TEST(SilentLoop, IsNotFoundInALongCalculationWithFences) {
  std::vector<int> factors{1664525};
  const auto calculate = [&](std::int64_t rounds) {
    std::vector<unsigned> results(1);
    const array_view<int> factor(factors);
    const array_view<unsigned> result(results);
    parallel_for_each(
        extent<1>(1).tile<1>(), [=](tiled_index<1> t) restrict(amp) {
          unsigned x = 1;
          for (std::int64_t round = 0; round < rounds; ++round) {
            x = x * static_cast<unsigned>(atomic_fetch_add(&factor[0], 0)) + 1u;
            all_memory_fence(t.barrier);
          }
          result[t.global] = x;
        });
    result.synchronize();
    return results[0];
  };
  milliamp::finding_scope scope;
  const std::int64_t rounds = rounds_of_some_seconds(calculate);
  EXPECT_EQ(calculate(rounds), result_of(rounds, 1664525u, 1u));
  EXPECT_TRUE(scope.take().empty());
}

}  // namespace
