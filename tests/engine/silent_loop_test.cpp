// Threads that never end and make no access to memory, as is left of `while (flag == 0) {}` when
// the compiler has read the flag before the loop (spec 8.1: other threads need not make progress).
#include <milliamp/milliamp.h>

#include <amp.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
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

TEST(SilentLoop, IsNotFoundInALongCalculationThatReadsConstants) {
  // Some seconds, of the 30 that the checker watches such a loop. It takes six times as long when
  // it is sanitized, and longer in an emulator.
#ifdef MILLIAMP_TESTS_SLOW
  constexpr int rounds = 10'000'000;
#else
  constexpr int rounds = 250'000'000;
#endif
  const std::vector<unsigned> numbers{1664525u, 1013904223u};
  std::vector<unsigned> results(1);
  milliamp::finding_scope scope;
  {
    const array_view<const unsigned> factors(numbers);
    const array_view<unsigned> result(results);
    parallel_for_each(
        extent<1>(1), [=](index<1> i) restrict(amp) {
          unsigned x = 1;
          for (int round = 0; round < rounds; ++round) x = x * factors[0] + factors[1];
          result[i] = x;
        });
  }
  unsigned expected = 1;
  for (int round = 0; round < rounds; ++round) expected = expected * 1664525u + 1013904223u;
  EXPECT_EQ(results[0], expected);
  EXPECT_TRUE(scope.take().empty());
}

// The frames of the library differ in each round of such a loop. Those of the kernel decide.
TEST(SilentLoop, IsNotFoundInALongCalculationWithFences) {
#if defined(__aarch64__)
  constexpr int rounds = 1'000'000;  // an emulator needs 0.2 ms to unwind the stack of a look
#elif defined(MILLIAMP_TESTS_SLOW)
  constexpr int rounds = 3'000'000;
#else
  constexpr int rounds = 40'000'000;  // twice as many take more than the 30 s on a slow machine
#endif
  std::vector<int> factors{1664525};
  std::vector<unsigned> results(1);
  milliamp::finding_scope scope;
  {
    const array_view<int> factor(factors);
    const array_view<unsigned> result(results);
    parallel_for_each(
        extent<1>(1).tile<1>(), [=](tiled_index<1> t) restrict(amp) {
          unsigned x = 1;
          for (int round = 0; round < rounds; ++round) {
            x = x * static_cast<unsigned>(atomic_fetch_add(&factor[0], 0)) + 1u;
            all_memory_fence(t.barrier);
          }
          result[t.global] = x;
        });
  }
  unsigned expected = 1;
  for (int round = 0; round < rounds; ++round) expected = expected * 1664525u + 1u;
  EXPECT_EQ(results[0], expected);
  EXPECT_TRUE(scope.take().empty());
}

}  // namespace
