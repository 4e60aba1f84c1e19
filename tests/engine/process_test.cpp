// Launches at unusual times in the life of a process, and in one that is short of memory.

#include "support/shell.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace {

using testing::HasSubstr;

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

#ifdef MILLIAMP_TESTS_LAUNCH_LARGE_TILE
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
