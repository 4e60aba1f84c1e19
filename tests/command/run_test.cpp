#include "command_fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

namespace milliamp::tests {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;

class Run : public CommandTest {};
MILLIAMP_FOR_EACH_COMPILER(Run);

TEST_P(Run, TheProgramsExitStatusAndOutputAreTheCommands) {
  const auto result = shell("milliamp run --fast arguments.cpp");
  EXPECT_EQ(result.output, " done\n");
  EXPECT_EQ(result.status, 0);
}

TEST_P(Run, WhatFollowsTheDashesGoesToTheProgram) {
  const auto result = shell("milliamp run --fast arguments.cpp -- --check -- 'two words' ''");
  EXPECT_EQ(result.output, "[--check][--][two words][] done\n");
  EXPECT_EQ(result.status, 4);
}

TEST_P(Run, TheProgramReadsTheStandardInput) {
  here.write("cat.cpp",
             "#include <cstdio>\nint main() { return std::getchar() == 'x' ? 7 : 1; }\n");
  EXPECT_EQ(shell("echo x | milliamp run --fast cat.cpp").status, 7);
}

TEST_P(Run, ASourceMayComeFromTheStandardInput) {
  const auto result = shell("milliamp run --fast -x c++ - < arguments.cpp");
  EXPECT_EQ(result.output, " done\n");
}

TEST_P(Run, SeveralSourcesMakeOneProgram) {
  here.write("main.cpp", "int other();\nint main() { return other(); }\n");
  here.write("more/other.cpp", "int other() { return N; }\n");
  EXPECT_EQ(shell("milliamp run --fast -DN=5 main.cpp more/other.cpp").status, 5);
}

TEST_P(Run, ASignalThatEndsTheProgramEndsTheCommand) {
  here.write("abort.cpp", "#include <cstdlib>\nint main() { std::abort(); }\n");
  EXPECT_EQ(shell("milliamp run --fast abort.cpp").status, 128 + 6);
}

TEST_P(Run, ARequestToEndGoesToTheProgram) {
  here.write("wait.cpp", R"(
#include <csignal>
#include <cstdio>
#include <unistd.h>
int main() {
  std::signal(SIGTERM, [](int) { _exit(9); });
  kill(getppid(), SIGTERM);
  for (;;) pause();
}
)");
  EXPECT_EQ(shell("milliamp run --fast wait.cpp").status, 9);
}

TEST_P(Run, NothingIsLeftBehind) {
  here.write("tmp/.keep", "");
  here.write("wrong.cpp", "int main() { return wrong; }\n");
  here.write("abort.cpp", "#include <cstdlib>\nint main() { std::abort(); }\n");
  shell(
      "export TMPDIR=$PWD/tmp; milliamp run --fast arguments.cpp; milliamp run --fast wrong.cpp; "
      "milliamp run --fast abort.cpp");
  EXPECT_EQ(here.shell("ls -A tmp").output, ".keep\n");
}

TEST_P(Run, ACompilersErrorNamesTheUsersLine) {
  here.write("sub/wrong.cpp", "\n\nint main() { return wrong; }\n");
  const auto result = shell("milliamp run --fast sub/wrong.cpp");
  EXPECT_THAT(result.output, HasSubstr("sub/wrong.cpp:3:21: error: "));
  EXPECT_EQ(result.status, 1);
}

TEST_P(Run, TheStandardIsCxx17UnlessNamed) {
  here.write("standard.cpp", "int main() { return __cplusplus / 100 % 100; }\n");
  EXPECT_EQ(shell("milliamp run --fast standard.cpp").status, 17);
  EXPECT_EQ(shell("milliamp run --fast -std=c++2a standard.cpp").status, 20);
}

TEST_P(Run, ItOptimizesUnlessALevelIsNamed) {
  here.write("optimized.cpp",
             "int main() {\n#ifdef __OPTIMIZE__\nreturn 1;\n#else\nreturn 2;\n#endif\n}\n");
  EXPECT_EQ(shell("milliamp run --fast optimized.cpp").status, 1);
  EXPECT_EQ(shell("milliamp run --fast -O0 optimized.cpp").status, 2);
}

TEST_P(Run, TheOptionCxxIsStrongerThanTheEnvironment) {
  here.write("which.cpp", "int main() {\n#ifdef __clang__\nreturn 2;\n#endif\nreturn 1;\n}\n");
  const std::string cxx = GetParam();
  EXPECT_EQ(
      shell("MILLIAMP_CXX=no-such-compiler milliamp run --fast --cxx " + cxx + " which.cpp").status,
      is_clang() ? 2 : 1);
}

/// The compiler may duplicate a call that follows a condition. The checking engine treats the two
/// as one barrier, even without debug information.
TEST_P(Run, ABarrierBehindAConditionIsOneBarrier) {
  here.write("turns.cpp", R"(
#include <cstdio>
#include <vector>
#include <amp.h>
using namespace concurrency;
int main() {
  std::vector<float> numbers{1, 2, 3, 4};
  array_view<float, 2> square(2, 2, numbers);
  array_view<float> sum(1);
  parallel_for_each(square.extent.tile<2, 2>(), [=](tiled_index<2, 2> t) restrict(amp) {
    tile_static float total;
    if (t.local[0] == 0 && t.local[1] == 0) total = square[t];
    t.barrier.wait();
    if (t.local[0] == 0 && t.local[1] == 1) total += square[t];
    t.barrier.wait();
    if (t.local[0] == 1 && t.local[1] == 1) sum[0] = total;
  });
  std::printf("%g\n", sum[0]);
}
)");
  const auto result = shell("MILLIAMP_OPTIONS=accelerator=ref milliamp run --fast turns.cpp");
  EXPECT_EQ(result.output, "3\n");
  EXPECT_EQ(result.status, 0);
}

/// A call that the command rejects, and the error message.
struct rejected_call {
  const char* name;
  const char* arguments;
  const char* message;
};

class Reject : public testing::TestWithParam<rejected_call> {};

TEST_P(Reject, TheMessageNamesTheValueAndWhatToDo) {
  const test_directory here;
  here.write("a.cpp", "int main() {}\n");
  here.write("a.h", "");
  const auto result = here.shell("unset MILLIAMP_CXX; '" MILLIAMP_TEST_COMMAND "' " +
                                 std::string(GetParam().arguments));
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.output, HasSubstr(GetParam().message));
  EXPECT_THAT(result.output, MatchesRegex("milliamp: [^\n]*\n"));
}

INSTANTIATE_TEST_SUITE_P(
    , Reject,
    testing::Values(
        rejected_call{
            "nothing", "",
            "no command given; the commands are run, c++, lint, explain, lesson, explore, "
            "trace, view and report; see milliamp --help"},
        rejected_call{"command", "walk a.cpp",
                      "unknown command 'walk'; the commands are run, c++, lint, "},
        rejected_call{"no_file", "run", "no source file given; name one, such as kernel.cpp"},
        rejected_call{"missing_file", "run b.cpp",
                      "source file 'b.cpp' does not exist; the program's"},
        rejected_call{"argument", "run a.cpp 42",
                      "file '42' does not exist; the program's own arguments follow --"},
        rejected_call{"missing_file_only", "run ./no_such_program",
                      "file './no_such_program' does not exist"},
        rejected_call{"directory", "run .", "file '.' is a directory; name the files in it"},
        rejected_call{"option", "run --chekc a.cpp", "unknown option '--chekc'; "},
        rejected_call{"no_value", "run a.cpp --cxx",
                      "--cxx needs a value: --cxx COMPILER; see milliamp --help"},
        rejected_call{"empty_value", "run --cxx= a.cpp",
                      "--cxx needs a value: --cxx COMPILER; see milliamp --help"},
        rejected_call{"empty_word", "run --cxx '' a.cpp",
                      "--cxx needs a value: --cxx COMPILER; see milliamp --help"},
        rejected_call{"both", "run --check --fast a.cpp",
                      "--check and --fast exclude each other; remove"},
        rejected_call{"both_wrapped", "c++ --fast --check a.cpp",
                      "--check and --fast exclude each other"},
        rejected_call{"compiler", "run --cxx g+++ a.cpp",
                      "compiler 'g+++' (from --cxx) not found; name"},
        rejected_call{"compiler_wrapped", "c++ --cxx ./a.cpp a.cpp",
                      "compiler './a.cpp' (from --cxx) not found; name"},
        rejected_call{"output", "run a.cpp -o a",
                      "'-o' cannot be used with run, which deletes the program; to keep it, use: "
                      "milliamp c++"},
        rejected_call{"compile_only", "run -c a.cpp",
                      "'-c' produces no program to run; to compile only, use: milliamp c++"},
        rejected_call{"rule", "run --allow=types,nonsense a.cpp",
                      "--allow: 'nonsense' names no rule; errors of the language end with"},
        rejected_call{"counts", "run --fast --counts a.cpp",
                      "--counts needs the checking engine; remove --fast"},
        rejected_call{"suggestions", "run --fast --suggest-suppressions a.cpp",
                      "--suggest-suppressions needs the checking engine; remove --fast"},
        rejected_call{"no_runs", "explore --runs 0 ./a",
                      "--runs: '0' is not a number from 1 to 1000000"},
        rejected_call{"negative_runs", "explore --runs -1 ./a",
                      "--runs: '-1' is not a number from 1 to 1000000"},
        rejected_call{
            "large_seed", "explore --seed 99999999999999999999 ./a",
            "--seed: '99999999999999999999' is not a number from 0 to 18446744073709551615"},
        rejected_call{"report_format", "explore --format bad --report r ./a",
                      "--format: bad value 'bad' for 'report_format'; expected one of text, json"},
        rejected_call{"first_launch", "trace --launch 0 a.cpp",
                      "--launch: '0' is not a number from 1 to "},
        rejected_call{"schedule", "view --text --beside foo a.cpp",
                      "--beside: bad value 'foo' for 'schedule'; expected one of forward"},
        rejected_call{"no_threads", "view --threads 0 a",
                      "--threads: '0' is not a number from 1 to "},
        rejected_call{"recordings", "view a b c", "RECORDING: at most 2 can be given, not 3"},
        rejected_call{"part", "report", "report needs a subcommand: merge"},
        rejected_call{
            "no_json", "report merge a.cpp",
            "a.cpp is not a report written with MILLIAMP_OPTIONS=report_format=json: parse error"},
        rejected_call{"address", "run -fsanitize=undefined,address a.cpp",
                      "--check and -fsanitize=address exclude each other; checked programs report "
                      "invalid accesses of kernels, and --fast with -fsanitize=address checks the "
                      "rest of the program"},
        rejected_call{"memory", "run -fsanitize=memory a.cpp",
                      "--check and -fsanitize=memory exclude each other; checked programs report "
                      "reads of uninitialized memory in kernels, and MemorySanitizer does not work "
                      "with --fast either: it needs all libraries to be instrumented"},
        rejected_call{"thread", "c++ --check -fsanitize=thread -c a.cpp",
                      "--check and -fsanitize=thread exclude each other; checked programs report "
                      "the races of kernels without it"},
        rejected_call{"thread_first", "c++ --check -fsanitize=thread,undefined a.cpp",
                      "--check and -fsanitize=thread exclude each other"},
        rejected_call{"thread_last", "c++ --check -fsanitize=undefined,thread -c a.cpp",
                      "--check and -fsanitize=thread exclude each other"},
        rejected_call{"fixed", "run -static a.cpp",
                      "cannot be linked with -static; remove that option"},
        rejected_call{"fixed_long", "c++ --static a.cpp",
                      "cannot be linked with -static; remove that option"},
        rejected_call{"no_output", "c++ a.cpp -o", "'-o' needs a value"},
        rejected_call{"header", "run a.h", "'a.h' is a header, which is not a program by itself"}),
    [](const auto& it) { return std::string(it.param.name); });

TEST(RejectCompiler, TheCompilerInTheEnvironmentDoesNotExist) {
  const auto result =
      test_directory().shell("MILLIAMP_CXX=g+++ '" MILLIAMP_TEST_COMMAND "' c++ --version");
  EXPECT_THAT(result.output,
              HasSubstr("'g+++' (from the environment variable MILLIAMP_CXX) not found; name"));
  EXPECT_EQ(result.status, 2);
}

TEST(RejectCompiler, NoCompilerAtAll) {
  const auto result = test_directory().shell("PATH=/nowhere '" MILLIAMP_TEST_COMMAND "' c++ a.cpp");
  EXPECT_THAT(result.output, HasSubstr("found neither g++ nor clang++ in PATH; install one"));
}

TEST(Command, SaysThatItsTemporaryDirectoryDoesNotExist) {
  const test_directory here;
  here.write("a.cpp", "int main() {}\n");
  const auto result = here.shell("TMPDIR=/nowhere '" MILLIAMP_TEST_COMMAND "' run a.cpp");
  EXPECT_EQ(result.output,
            "milliamp: cannot create a temporary directory in '/nowhere': No such file or "
            "directory; set TMPDIR to a writable directory\n");
  EXPECT_EQ(result.status, 2);
}

TEST_P(Run, SaysWhatTheHeadersNeed) {
  // The first error, by whatever way the headers are included.
  const auto first_error = [this](const std::string& options) {
    const auto result = shell("milliamp run " + options + " arguments.cpp");
    EXPECT_NE(result.status, 0);
    const std::size_t at = result.output.find("error: ");
    return result.output.substr(at, result.output.find('\n', at) - at);
  };
  EXPECT_THAT(first_error("-std=c++14"),
              HasSubstr("Milliamp needs C++17: compile with -std=c++17 or -std=c++20"));
  EXPECT_THAT(first_error("-fno-rtti"),
              HasSubstr("Milliamp needs run-time type information: compile without -fno-rtti"));
  EXPECT_THAT(first_error("-w -U__GNUC__ -D__GNUC__=10 -U__clang_major__ " +
                          std::string(is_clang() ? "-D__clang_major__=13" : "")),
              HasSubstr("Milliamp does not work with this compiler: use GCC 11 or Clang 14"));
  const std::string refused = is_clang() ? "-fsanitize=memory" : "-fno-exceptions";
  EXPECT_THAT(first_error("--fast " + refused), HasSubstr("compile without " + refused));
}

TEST(Command, SaysItsVersionAndItsOptions) {
  const test_directory here;
  EXPECT_THAT(here.shell("'" MILLIAMP_TEST_COMMAND "' --version").output,
              MatchesRegex("milliamp [0-9]+\\.[0-9]+\\.[0-9]+\n"));
  const auto help = here.shell("'" MILLIAMP_TEST_COMMAND "' --help");
  EXPECT_EQ(help.status, 0);
  for (const char* word : {"run", "c\\+\\+", "--check", "--fast", "--cxx", "MILLIAMP_CXX"}) {
    EXPECT_THAT(help.output, testing::ContainsRegex(word));
  }
}

}  // namespace
}  // namespace milliamp::tests
