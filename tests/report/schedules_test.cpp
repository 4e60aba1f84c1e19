// milliamp::any_schedule: tests that run under many schedules.

#include "support/shell.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

namespace {

class AnySchedule : public testing::Test {
 protected:
  /// Runs the test program with a filter, as a share of a campaign if the environment says so.
  std::string run(const std::string& filter, const std::string& environment = "") const {
    return here_
        .shell("unset GTEST_TOTAL_SHARDS GTEST_SHARD_INDEX; " + environment +
               " " MILLIAMP_TEST_SCHEDULED_TESTS " --gtest_brief=0 --gtest_filter=" + filter)
        .output;
  }
  int count(const std::string& output, const std::string& what) const {
    here_.write("output", output);
    return std::stoi(here_.shell("grep -c '" + what + "' output").output);
  }

 private:
  const milliamp::tests::test_directory here_;
};

TEST_F(AnySchedule, FindsWhatSomeSchedulesShow) {
  const std::string output = run("*.LosesUpdates/*");
  EXPECT_THAT(output, HasSubstr("[       OK ] Many/Counter.LosesUpdates/forward"));
  EXPECT_THAT(output, HasSubstr("[  FAILED  ] Many/Counter.LosesUpdates/interleave_3"));
  EXPECT_THAT(output, HasSubstr("where GetParam() = interleave_3"));
}

TEST_F(AnySchedule, FindsNothingInRepairedTests) {
  EXPECT_THAT(run("*.LosesNoUpdate/*"),
              AllOf(HasSubstr("[  PASSED  ] 13 tests."), Not(HasSubstr("FAILED"))));
}

TEST_F(AnySchedule, RepeatsOneByItsName) {
  EXPECT_THAT(run("Many/Counter.LosesUpdates/interleave_3"),
              AllOf(HasSubstr("1 FAILED TEST"), Not(HasSubstr("OK ]"))));
}

TEST_F(AnySchedule, DividesACampaign) {
  const std::string whole = run("*");
  for (const char* share :
       {"GTEST_TOTAL_SHARDS=2 GTEST_SHARD_INDEX=", "SLURM_ARRAY_TASK_COUNT=2 SLURM_ARRAY_TASK_ID=",
        "OMPI_COMM_WORLD_SIZE=2 OMPI_COMM_WORLD_RANK="}) {
    SCOPED_TRACE(share);
    const std::string first = run("*", share + std::string("0"));
    const std::string second = run("*", share + std::string("1"));
    const auto in_all = [&](const std::string& what) {
      return count(first, what) + count(second, what);
    };
    EXPECT_EQ(in_all("       OK "), count(whole, "       OK "));
    EXPECT_EQ(in_all(" FAILED TEST"), 2);
    EXPECT_GT(count(first, "       OK "), 0);
    EXPECT_GT(count(second, "       OK "), 0);
  }
}

}  // namespace
