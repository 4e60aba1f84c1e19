/// @file
/// `milliamp lesson`. tests/examples/lessons_test.cpp tests each lesson.
#include "support/shell.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace milliamp::tests {
namespace {

using testing::AllOf;
using testing::AnyOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;

class Lesson : public testing::Test {
 protected:
  command_result lesson(const std::string& arguments) const {
    return here.shell("export XDG_STATE_HOME=$PWD/state; '" MILLIAMP_TEST_COMMAND "' lesson " +
                      arguments);
  }

  test_directory here;
};

TEST_F(Lesson, ListsTheLessonsWithTheLearnersProgress) {
  EXPECT_THAT(lesson("").output, ContainsRegex("  next    1  Threads and indices\n"
                                               "          2  Tiles\n(.*\n)*"
                                               "         12  Matrix product in tiles\n"));
  here.write("state/milliamp/lessons", "01-threads-and-indices\n03-tile-static\n");
  EXPECT_THAT(lesson("").output, ContainsRegex("  solved  1  Threads and indices\n"
                                               "  next    2  Tiles\n"
                                               "  solved  3  tile_static\n"
                                               "          4  Why a barrier\n"));
}

TEST_F(Lesson, KeepsTheProgressInTheHomeDirectoryByDefault) {
  here.write("home/.local/state/milliamp/lessons", "01-threads-and-indices\n");
  const auto result =
      here.shell("unset XDG_STATE_HOME; HOME=$PWD/home '" MILLIAMP_TEST_COMMAND "' lesson");
  EXPECT_THAT(result.output, HasSubstr("  solved  1  "));
}

TEST_F(Lesson, ShowsTheTextWithoutMarkup) {
  const auto result = lesson("2");
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.output, testing::StartsWith("2. Tiles\n========\n"));
  EXPECT_THAT(result.output,
              AllOf(HasSubstr("\nGuess\n-----\n"), HasSubstr("\n    $ milliamp run program.cpp\n"),
                    HasSubstr("exercise.cpp my.cpp\n"), Not(HasSubstr("```"))));
}

TEST_F(Lesson, RefusesAProgramThatDoesNotCompile) {
  here.write("my.cpp", "int add_three() { return wrong; }\n");
  const auto result = lesson("1 --check my.cpp");
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.output, AllOf(HasSubstr("my.cpp:1:26: error: "), HasSubstr("Not yet: ")));
}

TEST_F(Lesson, SaysThatProgressCannotBeRecorded) {
  here.write("state", "a file instead of a directory");
  here.shell("cp \"$(dirname '" MILLIAMP_TEST_COMMAND
             "')\"/../share/milliamp/lessons/01*/solution.cpp my.cpp");
  const auto result = lesson("1 --check my.cpp");
  EXPECT_THAT(result.output,
              ContainsRegex("Solved: .*\nmilliamp: cannot record your progress in .*/lessons; set "
                            "XDG_STATE_HOME to a writable directory\n"));
  EXPECT_EQ(result.status, 74);
}

TEST_F(Lesson, AMessageNamesTheWrongValueAndWhatToDo) {
  EXPECT_THAT(lesson("13").output,
              MatchesRegex("milliamp: there is no lesson '13'; milliamp lesson lists all 12\n"));
  EXPECT_THAT(lesson("1 --check a.cpp").output,
              MatchesRegex("milliamp: there is no file 'a.cpp'; begin with a copy of .*\n"));
  EXPECT_THAT(lesson("--check a.cpp").output,
              MatchesRegex("milliamp: name a lesson, as in: milliamp lesson 1 --check FILE\n"));
  EXPECT_THAT(lesson("1 --view --check a.cpp").output, HasSubstr("excludes"));
}

TEST_F(Lesson, ShowsThePictureWithTheCommandView) {
  EXPECT_THAT(lesson("1 --view").output, AnyOf(HasSubstr("The page is in milliamp.html"),
                                               HasSubstr("this installation lacks the HTML page")));
}

}  // namespace
}  // namespace milliamp::tests
