// The options `counts` and `counts_path`.

#include "support/shell.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>

namespace {

using milliamp::tests::test_directory;
using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

TEST(CountsOutput, IsATableForEachLaunchThatDiffers) {
  const test_directory here;
  const std::string text =
      here.shell("MILLIAMP_OPTIONS=counts=1 '" MILLIAMP_TEST_KERNELS "' many_launches").output;
  EXPECT_THAT(text, AllOf(HasSubstr("milliamp: Counts of launch 1, "),
                          HasSubstr(": 8 threads in 4 tiles of 2\n"),
                          ContainsRegex("\n  global +0 +8 +0 +0 +1\n"),
                          ContainsRegex("\n  tile_static +8 +8 +0 +1 +1\n"),
                          ContainsRegex("kernels.cpp:[0-9]+ pair +8 +0 +0 +1 +0 +2 +8 +0 +0%"),
                          HasSubstr("barriers of a thread: 1\n"), Not(HasSubstr("launch 2"))));
}

TEST(CountsOutput, IsJson) {
  const test_directory here;
  const auto result = here.shell("MILLIAMP_OPTIONS=counts_path=c '" MILLIAMP_TEST_KERNELS
                                 "' many_launches && cat c");
  ASSERT_EQ(result.status, 0);
  const auto first = nlohmann::json::parse(result.output.substr(0, result.output.find('\n')));
  EXPECT_EQ(first.at("global").at("writes"), 8);
  EXPECT_EQ(first.at("tile_static").at("reads_per_thread").at("most"), 1);
  EXPECT_EQ(first.at("barriers").at("least"), 1);
  EXPECT_EQ(std::count(result.output.begin(), result.output.end(), '\n'), 12);
}

TEST(CountsOutput, HasTheBarriersOfAPlainProgram) {
  const test_directory here;
  EXPECT_THAT(here.shell("MILLIAMP_OPTIONS=accelerator=ref:counts=1 '" MILLIAMP_TEST_PLAIN_KERNELS
                         "' exchange")
                  .output,
              HasSubstr("barriers of a thread: 1\n"));
}

}  // namespace
