// EXPECT_GLOBAL_READS_PER_THREAD.

#include <milliamp/gtest.h>

#include <amp.h>
#include <gtest/gtest-spi.h>

#include <vector>

namespace {

using namespace concurrency;
using testing::Le;

std::vector<int> numbers(64, 1);

void add_neighbours() {
  const array_view<const int> in(64, numbers);
  std::vector<int> result(64);
  const array_view<int> out(64, result);
  parallel_for_each(
      extent<1>(63), [=](index<1> i) restrict(amp) { out[i] = in[i] + in[i + 1]; });
}

TEST(GlobalReads, MatchANumber) { EXPECT_GLOBAL_READS_PER_THREAD(add_neighbours(), 2); }

TEST(GlobalReads, MatchAMatcher) { EXPECT_GLOBAL_READS_PER_THREAD(add_neighbours(), Le(2)); }

TEST(GlobalReads, FailWithTheCounts) {
  EXPECT_NONFATAL_FAILURE(EXPECT_GLOBAL_READS_PER_THREAD(add_neighbours(), 1),
                          "Expected: a number that is equal to 1\n     Actual: Counts of launch");
  EXPECT_FATAL_FAILURE(ASSERT_GLOBAL_READS_PER_THREAD(add_neighbours(), Le(1)), "is <= 1");
}

TEST(GlobalReads, FailWithoutALaunch) {
  EXPECT_NONFATAL_FAILURE(EXPECT_GLOBAL_READS_PER_THREAD(static_cast<void>(0), 0),
                          "nothing was counted: no kernel ran on REF");
}

}  // namespace
