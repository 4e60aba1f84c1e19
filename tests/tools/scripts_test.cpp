#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "support/shell.h"

namespace milliamp::tests {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

/// tools/setup among commands that only say how they were called: all packages are installed but
/// those in the file `missing`.
class Setup : public testing::Test {
 protected:
  void SetUp() override {
    here.write("missing", "");
    here.write("bin/dpkg-query",
               "#!/bin/sh\n"
               "shift 3\n"
               "for package; do\n"
               "  grep -qx \"$package\" missing-here || echo \"$package installed\"\n"
               "done\n");
    here.write("bin/apt-get", "#!/bin/sh\necho \"called: apt-get $*\"\n");
    here.write("bin/sudo", "#!/bin/sh\nexec \"$@\"\n");
    here.shell("sed -i \"s|missing-here|$PWD/missing|\" bin/dpkg-query; chmod +x bin/*");
  }

  command_result setup(const std::string& arguments = "") const {
    return here.shell("PATH=\"$PWD/bin:$PATH\" '" MILLIAMP_TEST_TOOLS "/setup' " + arguments);
  }

  test_directory here;
};

TEST_F(Setup, DoesNothingWhenAllIsThere) {
  const auto result = setup();
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.output,
              AllOf(ContainsRegex("all [0-9]+ packages are installed"), Not(HasSubstr("called:"))));
}

TEST_F(Setup, InstallsWhatIsMissing) {
  here.write("missing", "libtbb-dev\nclang\n");
  const auto result = setup();
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(
      result.output,
      AllOf(HasSubstr("2 packages are missing: clang libtbb-dev\n"),
            ContainsRegex("called: apt-get update.*\n(.*\n)*called: apt-get install .* clang "
                          "libtbb-dev\n")));
}

TEST_F(Setup, StopsAtTheFirstError) {
  here.write("missing", "clang\n");
  here.write("bin/apt-get", "#!/bin/sh\necho \"called: $1; no network\"\nexit 100\n");
  const auto result = setup();
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.output,
              AllOf(HasSubstr("called: update; no network\n"), Not(HasSubstr("called: install")),
                    HasSubstr("setup: \"Update the package lists\" failed with exit status 100")));
}

TEST_F(Setup, RefusesArguments) {
  const auto result = setup("--force");
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.output, HasSubstr("setup: takes no arguments, but was given: --force\n"));
}

TEST(Scripts, RefuseWhatTheyDoNotKnow) {
  const test_directory here;
  const auto test = here.shell("'" MILLIAMP_TEST_TOOLS "/test' msvc");
  EXPECT_EQ(test.status, 1);
  EXPECT_THAT(test.output, HasSubstr("test: unknown argument 'msvc'; usage: tools/test [gcc|"));
  EXPECT_THAT(here.shell("'" MILLIAMP_TEST_TOOLS "/demo' fast").output,
              HasSubstr("demo: takes no arguments, but was given: fast\n"));
}

}  // namespace
}  // namespace milliamp::tests
