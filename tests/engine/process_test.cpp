// Launches at unusual times in the life of a process, and in one that is short of memory.

#include "support/shell.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>

namespace {

using testing::AnyOf;
using testing::HasSubstr;
using testing::StartsWith;

// 480 is the sum of 16 numbers in 4 tiles, and 10 that of the launch without tiles.
TEST(Process, MayLaunchBeforeMainAndAfterIt) {
  const milliamp::tests::test_directory here;
  const auto result = here.shell(MILLIAMP_TESTS_LAUNCH_AROUND_MAIN);
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.output,
            "before main: 490 490\n"
            "in main: 490 490\n"
            "in a thread: 490 490\n"
            "at the end of a thread, made after a launch: 490 490\n"
            "at the end of a thread, made before a launch: 490 490\n"
            "at the end of main's thread: 490 490\n"
            "after main, from atexit: 490 490\n"
            "after main, from a static object: 490 490\n");
}

TEST(Process, MayUseViewsAndCopiesAfterMain) {
  const milliamp::tests::test_directory here;
  const auto result = here.shell(MILLIAMP_TESTS_VIEWS_AFTER_MAIN);
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.output,
            "in main: 16 24\n"
            "then: in main\n"
            "after main: 16 24\n"
            "then: after main\n");
}

TEST(Process, HearsThatNoThreadCouldBeStarted) {
  const milliamp::tests::test_directory here;
  const auto result = here.shell(MILLIAMP_TESTS_START_THREADS);
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(
      result.output,
      "no thread could be started for asynchronous operations (Resource temporarily "
      "unavailable); raise the limit of processes (ulimit -u) or of address space (ulimit -v)\n"
      "no thread could be started for a continuation (Resource temporarily unavailable); raise "
      "the limit of processes (ulimit -u) or of address space (ulimit -v)\n"
      "a continuation\n");
}

TEST(Process, EndsAfterMainHasLeftByPthreadExit) {
  const milliamp::tests::test_directory here;
  const std::string program = MILLIAMP_TESTS_LEAVE_MAIN;
  const auto plain = here.shell("timeout 20 " + program);
  EXPECT_EQ(plain.status, 0);
  EXPECT_EQ(plain.output, "the last thread ends\n");
  for (const char* const options : {"", "time_limit=60"}) {
    const auto result = here.shell("MILLIAMP_OPTIONS=" + std::string(options) + " timeout 20 " +
                                   program + " launch");
    EXPECT_THAT(result.output, HasSubstr("3\nthe last thread ends\n"));
    const bool is_checked = program.ends_with("_checked");
    EXPECT_EQ(result.status, is_checked ? 66 : 0);
    if (is_checked) {
      EXPECT_THAT(result.output, HasSubstr("milliamp: 1 finding in 4 instances\n"));
    }
  }
}

#ifdef MILLIAMP_TESTS_LAUNCH_LARGE_TILE
TEST(Process, ShortOfMemoryGetsItsResultsOrAnException) {
  const milliamp::tests::test_directory here;
  int failures = 0;
  for (int size = 0; size < 30'000; size = size * 3 / 2 + 201) {
    const std::string workers = size % 2 == 0 ? "" : "workers=2";
    const auto result =
        here.shell("MILLIAMP_OPTIONS=" + workers + " timeout 100 " +
                   MILLIAMP_TESTS_LAUNCH_WITH_LITTLE_MEMORY + ' ' + std::to_string(size));
    EXPECT_EQ(result.status, 0) << size << " KiB:\n" << result.output;
    std::istringstream lines(result.output);
    int launches = 0;
    for (std::string line; std::getline(lines, line); ++launches) {
      EXPECT_THAT(line, AnyOf("done", StartsWith("out_of_memory: "),
                              HasSubstr("raise the limit of processes (ulimit -u) or of address "
                                        "space (ulimit -v)")));
      failures += line != "done";
      if (launches % 2 == 1) {
        EXPECT_EQ(line, "done") << "with enough memory";
      }
    }
    EXPECT_EQ(launches, 20);
  }
  EXPECT_GT(failures, 10);  // so that there has been little memory
}

class ProcessWithLittleMemory : public testing::TestWithParam<const char*> {};

TEST_P(ProcessWithLittleMemory, HearsThatThereIsNoneForStacks) {
  const milliamp::tests::test_directory here;
  const std::string program = MILLIAMP_TESTS_LAUNCH_LARGE_TILE + std::string(" ") + GetParam();
  // The first 64 stacks fit, those of all 1024 threads do not.
  const auto result =
      here.shell("ulimit -v 8000000 && MILLIAMP_OPTIONS=stack_size=32768 " + program);
  EXPECT_THAT(result.output, HasSubstr("no memory for the stacks of a tile's threads"));
  EXPECT_THAT(result.output, HasSubstr("stacks of 32768 KiB could not be mapped"));
  EXPECT_THAT(result.output, HasSubstr("the thread has ended"));
  EXPECT_EQ(result.status, 0);
}

INSTANTIATE_TEST_SUITE_P(On, ProcessWithLittleMemory, testing::Values("warp", "ref"),
                         [](const auto& info) { return std::string(info.param); });
#endif

}  // namespace
