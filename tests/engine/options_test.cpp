// The values of MILLIAMP_OPTIONS, and the error messages for wrong ones.
//
// A test sets the variable and runs a statement in a new process, which reads it.

#include <amp.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <string>

using namespace concurrency;
using testing::ExitedWithCode;

namespace {

class Options : public testing::Test {
 protected:
  void SetUp() override { testing::FLAGS_gtest_death_test_style = "threadsafe"; }
  void TearDown() override { set(""); }

  static void set(const char* options) { setenv("MILLIAMP_OPTIONS", options, 1); }
};

/// Ends the process with the status that says which engine runs kernels by default.
[[noreturn]] void exit_by_default_engine() {
  const bool is_ref = accelerator().device_path == accelerator::direct3d_ref;
  std::fprintf(stderr, "the default is %s\n", is_ref ? "ref" : "warp");
  std::exit(0);
}

#ifdef __SANITIZE_THREAD__
constexpr char default_of_program[] = "the default is ref";
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
constexpr char default_of_program[] = "the default is ref";
#else
constexpr char default_of_program[] = "the default is warp";
#endif
#else
constexpr char default_of_program[] = "the default is warp";
#endif

TEST_F(Options, ChooseTheDefaultAccelerator) {
  set("");
  EXPECT_EXIT(exit_by_default_engine(), ExitedWithCode(0), default_of_program);
  set("accelerator=ref");
  EXPECT_EXIT(exit_by_default_engine(), ExitedWithCode(0), "the default is ref");
  set("accelerator=warp");
  EXPECT_EXIT(exit_by_default_engine(), ExitedWithCode(0), "the default is warp");
  set("accelerator=ref:exitcode=66:accelerator=warp");
  EXPECT_EXIT(exit_by_default_engine(), ExitedWithCode(0), "the default is warp");
}

TEST_F(Options, MayHaveEmptyParts) {
  set(":accelerator=ref::");
  EXPECT_EXIT(exit_by_default_engine(), ExitedWithCode(0), "the default is ref");
}

TEST_F(Options, MayBeQuoted) {
  set("report_path=\"a:accelerator=gpu\":accelerator=ref:suppressions='/dev/null'");
  EXPECT_EXIT(exit_by_default_engine(), ExitedWithCode(0), "the default is ref");
  set("accelerator='ref'");
  EXPECT_EXIT(exit_by_default_engine(), ExitedWithCode(0), "the default is ref");
}

/// Expects that a program with these options says so, and ends with status 2 before main().
void expect_mistake(const char* options, const char* message) {
  SCOPED_TRACE(options);
  setenv("MILLIAMP_OPTIONS", options, 1);
  EXPECT_EXIT(std::exit(0), ExitedWithCode(2), message);
}

TEST_F(Options, ThatAreUnknownAreNamed) {
  expect_mistake("speed=9",
                 "milliamp: MILLIAMP_OPTIONS: unknown key 'speed'; known keys are .*"
                 "schedule, seed, .*accelerator");
  expect_mistake("schedule=forward:Seed=1", "unknown key 'Seed'");
  expect_mistake(" seed=1", "unknown key ' seed'");
  expect_mistake("=1", "unknown key ''");
}

TEST_F(Options, WithoutAValueAreNamed) {
  expect_mistake("seed", "no value for 'seed'; write seed=VALUE");
  expect_mistake("accelerator=ref:schedule", "no value for 'schedule'");
}

TEST_F(Options, ThatAreNotQuotedWellAreNamed) {
  expect_mistake("report_path=\"a:b", "no closing quote in the value of 'report_path'");
  expect_mistake("report_path='a'b:seed=1", "no colon after the quoted value of 'report_path'");
  expect_mistake("schedule='replay:'", "expected replay:FILE");
  expect_mistake("schedule=replay:'a:b", "no closing quote in the value of 'schedule'");
  expect_mistake("report_path=''", "bad value '' for 'report_path'");
}

TEST_F(Options, WithABadValueAreNamedAndToldWhatIsGood) {
  expect_mistake("accelerator=gpu", "bad value 'gpu' for 'accelerator'; expected one of ref, warp");
  expect_mistake("accelerator=", "bad value '' for 'accelerator'");
  expect_mistake("schedule=backwards",
                 "bad value 'backwards' for 'schedule'; expected one of forward, reverse, random");
  expect_mistake("report_format=xml",
                 "bad value 'xml' for 'report_format'; expected one of text, ");
  expect_mistake("color=red", "bad value 'red' for 'color'");
  expect_mistake("report_path=", "bad value '' for 'report_path'");
  expect_mistake("suppressions=", "bad value '' for 'suppressions'");
}

TEST_F(Options, WithABadNumberAreNamedAndToldTheLimits) {
  expect_mistake("seed=-1",
                 "bad value '-1' for 'seed'; expected a number from 0 to "
                 "18446744073709551615");
  expect_mistake("seed=18446744073709551616", "bad value '18446744073709551616' for 'seed'");
  expect_mistake("seed=7x", "bad value '7x' for 'seed'");
  expect_mistake("seed= 7", "bad value ' 7' for 'seed'");
  expect_mistake("seed=", "bad value '' for 'seed'");
  expect_mistake("exitcode=256", "bad value '256' for 'exitcode'; expected a number from 0 to 255");
  expect_mistake("halt_on_error=yes", "bad value 'yes' for 'halt_on_error'");
  expect_mistake("halt_on_error=2", "expected a number from 0 to 1");
  expect_mistake("workers=-1", "expected a number from 0 to 1024");
  expect_mistake("stack_size=1", "bad value '1' for 'stack_size'; expected a number from 32 to ");
  expect_mistake("max_reports=many", "bad value 'many' for 'max_reports'");
}

TEST_F(Options, MayBeAllThereAre) {
  set("accelerator=ref:report_path=/dev/null:report_format=text:exitcode=3:halt_on_error=0:"
      "schedule=random:seed=7:max_reports=5:color=never:stack_size=512:workers=2");
  EXPECT_EXIT(exit_by_default_engine(), ExitedWithCode(0), "the default is ref");
}

}  // namespace
