#include "support/shell.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace milliamp::tests {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

class Explain : public testing::Test {
 protected:
  command_result explain(const std::string& arguments) const {
    return here.shell("'" MILLIAMP_TEST_COMMAND "' explain " + arguments);
  }

  test_directory here;
};

constexpr const char* kinds[] = {
#define MILLIAMP_FINDING_KIND(enumerator, id, description, help) id,
#include <milliamp/detail/finding_kinds.def>
};

TEST_F(Explain, ListsTheKinds) {
  const auto result = explain("");
  EXPECT_EQ(result.status, 0);
  for (const char* kind : kinds) EXPECT_THAT(result.output, HasSubstr(kind));
}

TEST_F(Explain, ShowsAProgramWithEachKindAndItsRepair) {
  for (const std::string kind : kinds) {
    const auto result = explain(kind);
    EXPECT_EQ(result.status, 0);
    EXPECT_THAT(result.output, AllOf(StartsWith(kind + ": "), HasSubstr("#include <amp.h>"),
                                     ContainsRegex("\n[+-] "), HasSubstr("int main()")));
  }
}

TEST_F(Explain, NamesTheLessonsOnAKind) {
  EXPECT_THAT(explain("no-progress").output,
              EndsWith("\nLesson 9, \"Tiles cannot wait for each other\": milliamp lesson 9\n"));
  for (const char* kind :
       {"race", "order-dependent-read", "barrier-divergence", "uninitialized-read", "out-of-bounds",
        "dangling-view", "stale-host-read", "lost-host-write", "overlapping-views",
        "tile-static-limit"}) {
    EXPECT_THAT(explain(kind).output, ContainsRegex("\nLesson [0-9]+, \".*\": milliamp lesson "));
  }
}

TEST_F(Explain, TakesSeveralKinds) {
  const auto result = explain("race out-of-bounds");
  EXPECT_THAT(result.output, AllOf(StartsWith("race: "), HasSubstr("\n\nout-of-bounds: ")));
}

TEST_F(Explain, NamesTheNearestKindForAnUnknownOne) {
  const auto misspelt = explain("unintialized-raed");
  EXPECT_EQ(misspelt.status, 2);
  EXPECT_EQ(misspelt.output,
            "milliamp: unknown kind of finding 'unintialized-raed'; the nearest is "
            "uninitialized-read; milliamp explain lists all\n");
  EXPECT_EQ(explain("foo").output,
            "milliamp: unknown kind of finding 'foo'; milliamp explain lists all\n");
  EXPECT_THAT(explain("divergence").output, HasSubstr("the nearest is barrier-divergence"));
}

}  // namespace
}  // namespace milliamp::tests
