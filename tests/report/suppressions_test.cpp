// Findings that a file of suppressions names.

#include "report/racy_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

class SuppressionsTest : public milliamp::tests::RacyProgramTest {
 protected:
  milliamp::tests::command_result racy_with(const std::string& suppressions,
                                            const std::string& arguments,
                                            const std::string& options = "") const {
    here.write("known", suppressions);
    return racy(arguments, "suppressions=known:" + options);
  }
};

TEST_F(SuppressionsTest, NameAVariableAFunctionOrAFile) {
  for (const char* pattern : {"total", "add_up", "racy.cpp"}) {
    const auto result = racy_with(std::string("race:") + pattern + "\n", "one");
    EXPECT_EQ(result.status, 0) << pattern;
    EXPECT_THAT(result.output, Not(HasSubstr("milliamp: race"))) << pattern;
  }
}

TEST_F(SuppressionsTest, TakeAnythingForAStar) {
  EXPECT_EQ(racy_with("race:^t*t*l$", "one").status, 0);
  EXPECT_EQ(racy_with("race:^t*t*x$", "one").status, 66);
  EXPECT_EQ(racy_with("race:report/*/racy*cpp$", "one").status, 0);
  EXPECT_EQ(racy_with("race:*", "two").status, 0);
}

TEST_F(SuppressionsTest, FitAnywhereUnlessAnchored) {
  EXPECT_EQ(racy_with("race:ota", "one").status, 0);
  EXPECT_EQ(racy_with("race:^ota", "one").status, 66);
  EXPECT_EQ(racy_with("race:^tota", "one").status, 0);
  EXPECT_EQ(racy_with("race:tota$", "one").status, 66);
  EXPECT_EQ(racy_with("race:otal$", "one").status, 0);
}

TEST_F(SuppressionsTest, LeaveOtherFindingsAlone) {
  const auto result = racy_with("race:^total$", "two");
  EXPECT_EQ(result.status, 66);
  EXPECT_THAT(result.output, AllOf(HasSubstr("milliamp: 1 finding in"), Not(HasSubstr("total"))));
}

TEST_F(SuppressionsTest, AreOfAKindOrOfAll) {
  EXPECT_EQ(racy_with("out-of-bounds:total", "one").status, 66);
  EXPECT_EQ(racy_with("*:total", "one").status, 0);
}

TEST_F(SuppressionsTest, MayHaveCommentsAndBlanks) {
  EXPECT_EQ(racy_with("# what is known\r\n\n  \t\n  race : total \r\n# race:sum", "two").status,
            66);
  EXPECT_EQ(racy_with("# what is known\r\n\n  \t\n  race : total \r\nrace:sum", "two").status, 0);
}

TEST_F(SuppressionsTest, MayBeginWithAByteOrderMark) {
  EXPECT_EQ(racy_with("\xEF\xBB\xBFrace:total\r\n", "one").status, 0);
}

TEST_F(SuppressionsTest, AreListedAtTheEndWhenNothingHasUsedThem) {
  const auto result = racy_with("race:total\nrace:nobody_*\n\n*:also nobody\n", "one");
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.output, HasSubstr("suppressed by known\n"
                                       "milliamp: known:2: unused suppression 'race:nobody_*'\n"
                                       "milliamp: known:4: unused suppression '*:also nobody'\n"));
}

TEST_F(SuppressionsTest, AreInvisibleToScopes) {
  EXPECT_THAT(racy_with("race:total", "collected").output, StartsWith("collected 0\n"));
}

TEST_F(SuppressionsTest, DoNotHalt) {
  EXPECT_EQ(racy_with("race:total", "one return_3", "halt_on_error=1").status, 3);
}

TEST_F(SuppressionsTest, EndTheProgramAtOnceWhenTheyAreWrong) {
  const auto unknown = racy_with("race:total\nrase:total\n", "one print");
  EXPECT_EQ(unknown.status, 2);
  EXPECT_THAT(unknown.output,
              StartsWith("milliamp: MILLIAMP_OPTIONS: suppressions: known:2: unknown kind 'rase'; "
                         "known kinds are *, race, order-dependent-read, "));
  const auto none = racy_with("\ntotal", "none");
  EXPECT_EQ(none.status, 2);
  EXPECT_THAT(none.output, HasSubstr("known:2: 'total' is not a suppression; write KIND:PATTERN"));
  const auto empty = racy_with("race:  ", "none");
  EXPECT_EQ(empty.status, 2);
  EXPECT_THAT(empty.output, HasSubstr("known:1: 'race:' is not a suppression"));
}

TEST_F(SuppressionsTest, EndTheProgramAtOnceWhenTheyCannotBeRead) {
  const auto result = racy("none", "suppressions=nowhere/known");
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(
      result.output,
      "milliamp: MILLIAMP_OPTIONS: suppressions: cannot read 'nowhere/known': No such file or "
      "directory\n");
  EXPECT_THAT(racy("none", "suppressions=.").output, HasSubstr("cannot read '.'"));
}

TEST_F(SuppressionsTest, HaveAnEnd) {
  EXPECT_EQ(racy("none", "suppressions=/dev/zero").output,
            "milliamp: MILLIAMP_OPTIONS: suppressions: cannot read '/dev/zero': File too large\n");
  EXPECT_EQ(racy("none", "suppressions=/dev/null").status, 0);
}

TEST_F(SuppressionsTest, AreShownWithoutControlBytes) {
  EXPECT_THAT(racy_with("a\x1b[31m\x7f", "none").output,
              HasSubstr("known:1: 'a\\x1b[31m\\x7f' is not a suppression"));
  EXPECT_THAT(racy_with("\x07:total", "none").output, HasSubstr("unknown kind '\\x07'"));
  EXPECT_THAT(racy_with(std::string(300, 'a'), "none").output,
              HasSubstr("known:1: '" + std::string(200, 'a') + "...' is not a suppression"));
}

}  // namespace
