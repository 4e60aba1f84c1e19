#include "support/shell.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace milliamp::tests {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

/// Runs scripts with stubs of the commands that they call. Each stub prints its arguments. All
/// packages are installed except those in the file `missing`.
class ScriptTest : public testing::Test {
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

  command_result run(const std::string& script) const {
    return here.shell("PATH=\"$PWD/bin:$PATH\" " + script);
  }

  test_directory here;
};

TEST_F(ScriptTest, BenchListsItsOptionsWithoutABuild) {
  here.write("bin/cmake", "#!/bin/sh\necho called: cmake\n");
  here.shell("chmod +x bin/cmake");
  for (const char* const arguments : {"--help", "clang -h"}) {
    const auto result = run(std::string("'" MILLIAMP_TEST_TOOLS "/bench' ") + arguments);
    EXPECT_EQ(result.status, 0);
    EXPECT_THAT(result.output, AllOf(HasSubstr("tools/bench [gcc|clang]"), HasSubstr("--kept FILE"),
                                     Not(HasSubstr("called:")), Not(HasSubstr("source"))));
  }
}

class Setup : public ScriptTest {
 protected:
  command_result setup(const std::string& arguments = "") const {
    return run("'" MILLIAMP_TEST_TOOLS "/setup' " + arguments);
  }
};

TEST_F(Setup, DoesNothingWhenNoPackageIsMissing) {
  const auto result = setup();
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.output,
              AllOf(ContainsRegex("all [0-9]+ packages are installed"), Not(HasSubstr("called:"))));
}

TEST_F(Setup, InstallsMissingPackages) {
  here.write("missing", "libtbb-dev\nclang\n");
  const auto result = setup();
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(
      result.output,
      AllOf(HasSubstr("2 packages are missing: clang libtbb-dev\n"),
            ContainsRegex("called: apt-get update.*\n(.*\n)*called: apt-get install .* clang "
                          "libtbb-dev\n")));
}

TEST_F(Setup, InstallsTheCrossCompilerAndTheEmulatorWhenAsked) {
  here.write("missing", "g++-aarch64-linux-gnu\nqemu-user\n");
  EXPECT_THAT(setup().output, ContainsRegex("all [0-9]+ packages are installed"));
  EXPECT_THAT(setup("--arm64").output,
              ContainsRegex("called: apt-get install .* g\\+\\+-aarch64-linux-gnu qemu-user\n"));
}

TEST_F(Setup, KnowsTheNamesOfOtherSystems) {
  const std::pair<const char*, const char*> systems[] = {
      {"ID=debian\nVERSION_ID=\"12\"\n", "gcc-12-plugin-dev"},
      {"ID=debian\nVERSION_ID=\"13\"\n", "gcc-14-plugin-dev"},
      {"ID=ubuntu\nVERSION_ID=\"22.04\"\n", "gcc-11-plugin-dev"},
      {"ID=ubuntu\nVERSION_ID=\"24.04\"\n", "gcc-13-plugin-dev"}};
  for (const auto& [os_release, package] : systems) {
    here.write("os-release", os_release);
    here.write("missing", std::string(package) + "\nchromium\nlibclang-rt-dev\n");
    const auto result =
        run("MILLIAMP_OS_RELEASE=\"$PWD/os-release\" '" MILLIAMP_TEST_TOOLS "/setup'");
    EXPECT_EQ(result.status, 0) << result.output;
    const bool is_ubuntu = std::string(os_release).starts_with("ID=ubuntu");
    EXPECT_THAT(result.output,
                ContainsRegex(std::string("called: apt-get install .* ") + package + "[ \n]"));
    // Ubuntu's Chromium is no Debian package.
    EXPECT_EQ(result.output.find("chromium") == std::string::npos, is_ubuntu) << result.output;
  }
}

TEST_F(Setup, SaysWhatIsNeededOnUnknownSystems) {
  here.write("os-release", "ID=fedora\nVERSION_ID=40\n");
  const auto result =
      run("MILLIAMP_OS_RELEASE=\"$PWD/os-release\" '" MILLIAMP_TEST_TOOLS "/setup'");
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.output, AllOf(HasSubstr("knows the packages of Debian 12 and 13"),
                                   HasSubstr("\n  CMake 3.25 or later, and what it calls: cmake "),
                                   Not(HasSubstr("called:"))));
}

TEST_F(Setup, RefusesAnOldCMake) {
  here.write("bin/cmake", "#!/bin/sh\necho 'cmake version 3.22.1'\n");
  here.shell("chmod +x bin/cmake");
  const auto result = setup();
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.output, HasSubstr("setup: CMake 3.22.1 is too old; install 3.25 or later"));
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

TEST_F(Setup, RejectsArguments) {
  const auto result = setup("--force");
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.output,
              HasSubstr("setup: takes no argument but --arm64, and was given: --force\n"));
}

/// A copy of the scripts, with a stub of cmake.
class BuildScriptTest : public ScriptTest {
 protected:
  void SetUp() override {
    ScriptTest::SetUp();
    here.write("bin/cmake", "#!/bin/sh\necho \"called: cmake $*\"\n");
    here.shell("chmod +x bin/cmake; cp -r '" MILLIAMP_TEST_TOOLS "' tools");
  }
};

class Install : public BuildScriptTest {};

TEST_F(Install, LetsTheLoaderFindTheLibrary) {
  here.write("bin/ldconfig", "#!/bin/sh\necho \"called: ldconfig\"\n");
  here.shell("chmod +x bin/ldconfig");
  const auto result = run("tools/install /milliamp");  // where users may not write
  EXPECT_EQ(result.status, 0) << result.output;
  EXPECT_THAT(result.output,
              ContainsRegex("called: cmake --preset install .*PREFIX=/milliamp\n(.*\n)*"
                            "called: cmake --install build/install\n(.*\n)*called: ldconfig\n"));
}

/// tools/demo, with a stub of the command that it builds, too.
class Demo : public BuildScriptTest {
 protected:
  /// @param race_status the exit status of the program with the data race
  command_result demo(int race_status) const {
    here.write("build/gcc/bin/milliamp",
               "#!/bin/sh\n"
               "echo \"called: milliamp $*\"\n"
               "case $2 in *total_race.cpp) exit " +
                   std::to_string(race_status) + ";; esac\n");
    here.shell("chmod +x build/gcc/bin/milliamp");
    return run("tools/demo");
  }
};

TEST_F(Demo, BuildsTheCommandAndRunsTwoProgramsWithIt) {
  const auto result = demo(66);
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(
      result.output,
      ContainsRegex("called: cmake --build --preset gcc .*--target milliamp_command\n(.*\n)*"
                    "called: milliamp run examples/tiled_average.cpp\n(.*\n)*"
                    "called: milliamp run examples/total_race.cpp\n(.*\n)*"
                    "  build/gcc/bin/milliamp lesson 1\n(.*\n)*"
                    "  build/gcc/bin/milliamp explain race\n(.*\n)*"
                    "  build/gcc/bin/milliamp run kernel.cpp\n"));
}

TEST_F(Demo, FailsWhenTheRaceIsNotFound) {
  const auto result = demo(0);
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.output, HasSubstr("ended with exit status 0; it should have been 66\n"));
}

TEST(Scripts, RejectUnknownArguments) {
  const test_directory here;
  const auto test = here.shell("'" MILLIAMP_TEST_TOOLS "/test' msvc");
  EXPECT_EQ(test.status, 1);
  EXPECT_THAT(test.output, HasSubstr("test: unknown argument 'msvc'; usage: tools/test [gcc|"));
  EXPECT_THAT(here.shell("'" MILLIAMP_TEST_TOOLS "/demo' fast").output,
              HasSubstr("demo: takes no arguments, but was given: fast\n"));
}

}  // namespace
}  // namespace milliamp::tests
