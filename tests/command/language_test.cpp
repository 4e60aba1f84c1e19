#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "command_fixture.h"

namespace milliamp::tests {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

/// C++ AMP as a language, which is Clang's, and what the command does about it.
class Language : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    if (!is_clang() || IsSkipped()) return;
    here.write("global.cpp", R"(
#include <amp.h>
int global = 1;
int in_kernel() restrict(amp) { return global; }
)");
    if (shell("milliamp lint global.cpp").output.find("has no front end") != std::string::npos) {
      GTEST_SKIP() << "the plugin is not built";
    }
  }
};
INSTANTIATE_TEST_SUITE_P(, Language, testing::Values("clang++"));

TEST_P(Language, RefusesWhatTheRulesForbid) {
  const auto result = shell("milliamp c++ -c global.cpp");
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.output,
              HasSubstr("global.cpp:4:40: error: amp code cannot use 'global', which is neither"));
  EXPECT_THAT(result.output, HasSubstr("[spec 2.4.3.2, --allow=globals]"));
}

TEST_P(Language, PermitsWhatIsAllowed) {
  EXPECT_EQ(shell("milliamp c++ --allow=globals -Werror -c global.cpp").status, 0);
  EXPECT_EQ(shell("milliamp c++ --allow=types,globals -Werror -c global.cpp").status, 0);
  EXPECT_EQ(shell("milliamp c++ --allow=all -Werror -c global.cpp").status, 0);
  EXPECT_EQ(shell("milliamp c++ --no-language -Werror -c global.cpp").status, 0);
}

TEST_P(Language, NamesAnUnknownRule) {
  EXPECT_THAT(shell("milliamp c++ --allow=nothing -c global.cpp").output,
              HasSubstr("--allow=nothing names no rule"));
}

TEST_P(Language, LintExitsWithStatus1IfThereAreErrors) {
  const auto result = shell("milliamp lint arguments.cpp global.cpp");
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.output, HasSubstr("global.cpp:4:40: error: "));
  EXPECT_THAT(result.output, HasSubstr("1 of 2 files with errors"));
}

TEST_P(Language, LintIsSilentWithoutErrors) {
  const auto result = shell("milliamp lint --allow=globals arguments.cpp global.cpp");
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.output, IsEmpty());
}

TEST_P(Language, LintTakesFlagsFromBehindTheDashesOrTheCompilationDatabase) {
  here.write("macro.cpp", "#include <amp.h>\nint f() restrict(amp) { return NUMBER; }\n");
  EXPECT_EQ(shell("milliamp lint macro.cpp").status, 1);
  EXPECT_EQ(shell("milliamp lint macro.cpp -- -DNUMBER=3").status, 0);
  here.write("compile_commands.json",
             R"([{"directory": ".", "file": "macro.cpp",
                  "command": "g++ -fipa-pta -DNUMBER=3 -O2 -c macro.cpp -o macro.o"}])");
  EXPECT_EQ(shell("milliamp lint macro.cpp").status, 0);
}

}  // namespace
}  // namespace milliamp::tests
