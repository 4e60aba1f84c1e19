// Unit tests that also detect data races in the kernels.

#include "histogram.h"

#include <milliamp/gtest.h>

#include <numeric>

namespace {

using namespace milliamp;
using testing::AllOf;
using testing::Each;
using testing::HasSubstr;

// Any test with findings fails, and prints the report.
const bool findings_fail = fail_tests_with_findings();

std::vector<unsigned> some_values() {
  std::vector<unsigned> values(512);
  for (unsigned i = 0; i < values.size(); ++i) values[i] = i % bins;
  return values;
}

TEST(Histogram, CountsEachValue) { EXPECT_THAT(histogram(some_values()), Each(512 / bins)); }

TEST(Histogram, IsFreeOfRaces) { EXPECT_RACE_FREE(histogram(some_values())); }

TEST(BrokenHistogram, RacesOnItsCounters) {
  EXPECT_FINDING(broken_histogram(some_values()),
                 AllOf(IsRace(), OnVariable("count"), InFunction(HasSubstr("broken_histogram"))));
}

TEST(HastyHistogram, ReadsWhatDependsOnTheOrderOfThreads) {
  EXPECT_FINDING(hasty_histogram(some_values()), AllOf(IsOrderDependentRead(), OnVariable("count"),
                                                       WithAccesses("read", "atomic")));
}

TEST(BrokenHistogram, RacesThoughTheNumbersMayBeRight) {
  finding_scope scope;  // collects the findings, so that the test does not fail
  const std::vector<unsigned> counts = broken_histogram(some_values());
  EXPECT_LE(std::accumulate(counts.begin(), counts.end(), 0u), 512u);
  EXPECT_THAT(scope.take(), testing::Not(testing::IsEmpty()));
}

}  // namespace
