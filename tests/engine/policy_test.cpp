// The schedules with policies in a checked program: they interrupt threads where they should, and
// can be repeated by their seeds and by saved schedules.

#include "support/shell.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

namespace {

constexpr char usual[] = "116 216 316 416 \n";

class Policy : public testing::TestWithParam<const char*> {
 protected:
  std::string schedule(int seed) const {
    return std::string("schedule=") + GetParam() + ":seed=" + std::to_string(seed);
  }
  milliamp::tests::command_result run(const std::string& options,
                                      const std::string& argument = "") const {
    return here_.shell("MILLIAMP_OPTIONS='" + options + "' " MILLIAMP_TESTS_LOST_UPDATES " " +
                       argument);
  }
  std::string contents_of(const std::string& file) const {
    return here_.shell("cat " + file).output;
  }

 private:
  const milliamp::tests::test_directory here_;
};

TEST_P(Policy, ChangesTheOrderOfAtomicOperations) {
  EXPECT_EQ(run("schedule=forward:workers=1").output, usual);
  std::set<std::string> outputs;
  for (int seed = 1; seed <= 10; ++seed) outputs.insert(run(schedule(seed)).output);
  EXPECT_GT(outputs.size(), 3u);
}

TEST_P(Policy, IsTheSameForASeedWithAnyNumberOfWorkers) {
  for (int seed = 1; seed <= 3; ++seed) {
    const std::string output = run(schedule(seed)).output;
    EXPECT_EQ(run(schedule(seed) + ":workers=1").output, output);
    EXPECT_EQ(run(schedule(seed)).output, output);
  }
}

TEST_P(Policy, IsRepeatedByARecording) {
  for (int seed = 1; seed <= 5; ++seed) {
    const std::string output = run(schedule(seed) + ":record=first").output;
    EXPECT_EQ(run("schedule=replay:first:record=second").output, output);
    EXPECT_EQ(contents_of("first"), contents_of("second"));
    EXPECT_THAT(contents_of("first"), StartsWith("milliamp schedule 1 a"));
  }
}

TEST_P(Policy, SaysThatTheRecordingCannotBeWritten) {
  const auto result = run(schedule(1) + ":record=none/first");
  EXPECT_THAT(result.output,
              HasSubstr("milliamp: record: cannot write 'none/first': No such file"));
  EXPECT_EQ(result.status, 74);
}

TEST_P(Policy, SaysThatOtherSchedulesHaveNothingToRecord) {
  const std::string note =
      "milliamp: MILLIAMP_OPTIONS: record: this schedule makes no decisions to record; ";
  EXPECT_THAT(run("record=first").output, HasSubstr(note));
  EXPECT_THAT(run(schedule(1) + ":record=first").output, Not(HasSubstr(note)));
}

TEST_P(Policy, InterleavesThePointsOfAnUntiledLaunch) {
  EXPECT_THAT(run("schedule=forward:workers=1", "points").output, EndsWith("\n400 points\n"));
  std::set<std::string> outputs;
  for (int seed = 1; seed <= 10; ++seed) {
    const std::string options = schedule(seed) + ":record=first";
    const std::string output = run(options, "points").output;
    EXPECT_EQ(run(options + ":workers=1", "points").output, output);
    EXPECT_EQ(run("schedule=replay:first:record=second", "points").output, output);
    EXPECT_EQ(contents_of("first"), contents_of("second"));
    // All points run, and the exception is that of the lowest that fails.
    EXPECT_THAT(output, StartsWith("a point (thrown in"));
    EXPECT_THAT(output, HasSubstr("global (3,98)"));
    outputs.insert(output);
  }
  EXPECT_GT(outputs.size(), 3u);
}

TEST_P(Policy, EndsATileWhoseThreadFails) {
  EXPECT_EQ(run("schedule=forward", "fail").status, 0);
  int seed = 1;
  while (run(schedule(seed), "fail").status == 0 && seed < 500) ++seed;
  EXPECT_EQ(run(schedule(seed) + ":record=failing", "fail").status, 3);
  EXPECT_THAT(run("schedule=replay:failing", "fail").output, StartsWith("halfway (thrown in"));
}

TEST_P(Policy, CannotEndTheProcessWithinAKernel) {
  const auto result = run(schedule(1), "exits");
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.output,
              HasSubstr("milliamp: a kernel called exit(), which this schedule does not support"));
}

INSTANTIATE_TEST_SUITE_P(Named, Policy, testing::Values("random", "pct", "interleave"));

class Replay : public Policy {};

TEST_F(Replay, OfNoDecisionsIsForward) {
  const milliamp::tests::test_directory here;
  const std::string file = here.path() / "none";
  here.write("none", "milliamp schedule 1 accesses\n");
  EXPECT_EQ(run("schedule=replay:" + file).output, usual);
  EXPECT_EQ(run("schedule='replay:" + file + "'").output, usual);
}

TEST_F(Replay, IgnoresDecisionsThatAreImpossible) {
  const milliamp::tests::test_directory here;
  here.write("odd", "milliamp schedule 1 atomics\nswap 0 1 900\nrun 0 0 1 900\nrun 9 9 9 9\n");
  EXPECT_EQ(run("schedule=replay:" + (here.path() / "odd").string()).output, usual);
}

TEST_F(Replay, NeedsARecording) {
  EXPECT_THAT(run("schedule=replay:missing").output,
              HasSubstr("milliamp: missing: cannot read the schedule to replay"));
  EXPECT_THAT(run("schedule=replay").output,
              HasSubstr("bad value 'replay' for 'schedule'; expected replay:FILE"));
  EXPECT_EQ(run("schedule=replay:/dev/null").status, 2);
  const auto directory = run("schedule=replay:/");
  EXPECT_EQ(directory.status, 2);
  EXPECT_EQ(directory.output, "milliamp: /: cannot read the schedule to replay: Is a directory\n");
  const auto endless = run("schedule=replay:/dev/zero");
  EXPECT_EQ(endless.status, 2);
  EXPECT_EQ(endless.output,
            "milliamp: /dev/zero: cannot read the schedule to replay: File too large\n");
}

TEST_F(Replay, NamesTheLineThatIsWrong) {
  const milliamp::tests::test_directory here;
  const std::string file = here.path() / "odd";
  for (const std::string line : {"x y z", "swap 0 1", "swap 0 2 1", "run 0 0 1 -1", "run 0 0 1 2 3",
                                 "run 0 0 1 4294967296", "run 0 0 1 2x"}) {
    here.write("odd", "milliamp schedule 1 atomics\nrun 0 0 1 2\n" + line + '\n');
    const auto result = run("schedule=replay:" + file);
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(
        result.output,
        "milliamp: " + file + ": line 3: '" + line +
            "' is not a decision of a schedule; expected 'swap LAUNCH POSITION LATER' or 'run "
            "LAUNCH PART POINT THREAD'\n");
  }
}

}  // namespace
