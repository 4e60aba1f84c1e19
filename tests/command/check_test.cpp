#include "command_fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace milliamp::tests {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// A kernel whose threads race on line 7.
constexpr const char* race = R"(#include <amp.h>
using namespace concurrency;
void sum(array_view<int> numbers) {
  parallel_for_each(numbers.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    tile_static int total;
    numbers[t] += 1;
    total += numbers[t];
    t.barrier.wait();
    numbers[t] = total;
  });
}
)";

constexpr const char* call_sum = R"(#include <amp.h>
#include <vector>
void sum(concurrency::array_view<int> numbers);
int main() {
  std::vector<int> numbers(8, 1);
  sum(concurrency::array_view<int>(8, numbers));
}
)";

/// A program whose accesses are block operations: the threads race on `sums`, and `rows` is written
/// before it is read. A view of freed memory dangles.
constexpr const char* blocks = R"(#include <amp.h>
#include <cstring>
#include <vector>
using namespace concurrency;
array_view<int> dangling() {
  std::vector<int> freed(16);
  return array_view<int>(freed);
}
int main() {
  std::vector<int> data(16);
  array_view<int> numbers(data);
  parallel_for_each(numbers.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    tile_static int rows[4][16];
    tile_static int sums[4];
    std::memset(rows[t.local[0]], 0, 64);
    std::memcpy(sums, rows[t.local[0]], 16);
    t.barrier.wait();
    numbers[t] = rows[t.local[0]][3] + sums[0];
  });
  numbers.synchronize();
  array_view<int> gone = dangling();
  parallel_for_each(gone.extent, [=](index<1> i) restrict(amp) { gone[i] = 1; });
}
)";

/// A kernel with an index out of bounds, and host code with an overflow on line 14.
constexpr const char* undefined_behavior = R"(#include <amp.h>
#include <climits>
#include <vector>
int main(int argc, char**) {
  std::vector<int> data(8);
  concurrency::array_view<int> view(data);
  concurrency::parallel_for_each(view.extent, [=](concurrency::index<1> i) restrict(amp) {
    int counts[4] = {};
    counts[i[0]] += 1;
    view[i] = counts[0];
  });
  view.synchronize();
  const int largest = INT_MAX - 1 + argc;
  argc = largest + 1;
  return argc == INT_MIN ? 0 : 1;
}
)";

/// Branches, a loop and a barrier, for which the compiler counts how often each is passed.
constexpr const char* clean = R"(#include <amp.h>
using namespace concurrency;
int main() {
  array<int> sums(64);
  parallel_for_each(sums.extent.tile<16>(), [&sums](tiled_index<16> t) restrict(amp) {
    tile_static int values[16];
    values[t.local[0]] = t.local[0] % 2 == 0 ? 1 : 2;
    t.barrier.wait();
    int sum = 0;
    for (int i = 0; i < 16; ++i) sum += values[i];
    sums[t] = sum;
  });
  return array_view<int>(sums)[63] == 24 ? 0 : 1;
}
)";

/// Programs that are built to be checked, in every way in which one can be built.
class Check : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    here.write("race.cpp", race);
    here.write("main.cpp", call_sum);
  }

  static testing::Matcher<std::string> tells_of_the_race() {
    return testing::AllOf(ContainsRegex("race: .* of total "), HasSubstr("race.cpp:7:"));
  }

  void expect_silence(const std::string& command) const {
    EXPECT_THAT(shell(command).output, IsEmpty()) << command;
  }

  /// The program finds its race, and it is Milliamp that finds it.
  void expect_finding(const std::string& program = "./prog") const {
    const auto result = here.shell(program);
    EXPECT_EQ(result.status, 66);
    EXPECT_THAT(result.output, tells_of_the_race());
    EXPECT_THAT(here.shell("ldd " + program).output,
                testing::AllOf(HasSubstr("libmilliamp.so"), Not(ContainsRegex("lib[a-z]+san"))));
  }
};
MILLIAMP_FOR_EACH_COMPILER(Check);

TEST_P(Check, RunChecksUnlessToldOtherwise) {
  for (const char* check : {"", "--check"}) {
    const auto result = shell(std::string("milliamp run ") + check + " main.cpp race.cpp");
    EXPECT_EQ(result.status, 66);
    EXPECT_THAT(result.output, tells_of_the_race());
    EXPECT_THAT(result.output, HasSubstr("    total += numbers[t];\n"));
  }
  const auto fast = shell("milliamp run --fast main.cpp race.cpp");
  EXPECT_EQ(fast.status, 0);
  EXPECT_THAT(fast.output, IsEmpty());
}

TEST_P(Check, TheOptionsReachTheProgram) {
  const auto result = shell("MILLIAMP_OPTIONS=exitcode=5 milliamp run main.cpp race.cpp");
  EXPECT_EQ(result.status, 5);
}

TEST_P(Check, LaunchesHaveATimeLimit) {
  const auto checked = shell("MILLIAMP_OPTIONS=report_format=json milliamp run main.cpp race.cpp");
  EXPECT_THAT(checked.output, HasSubstr(":time_limit=600\""));
  here.write("endless.cpp", R"(#include <amp.h>
using namespace concurrency;
int main() {
  parallel_for_each(extent<1>(8), [](index<1> i) restrict(amp) {
    while (i[0] == 5) asm volatile("");
  });
})");
  for (const char* check : {"--fast", "--check"}) {
    const auto result =
        shell(std::string("MILLIAMP_OPTIONS=time_limit=1 milliamp run --no-language -g ") + check +
              " endless.cpp");
    EXPECT_EQ(result.status, 66);
    EXPECT_THAT(result.output,
                ContainsRegex("milliamp: crash: a launch runs for longer than its limit of 1 s\n"
                              " *--> .*endless.cpp:5:(.|\n)*thread global \\(5\\) runs here"));
  }
}

TEST_P(Check, OneStep) {
  expect_silence(
      "milliamp c++ --check -O1 -Wall -Wextra -Wpedantic -Werror main.cpp race.cpp -o prog");
  expect_finding();
}

TEST_P(Check, TwoSteps) {
  expect_silence("milliamp c++ --check -O1 -Werror -c main.cpp");
  expect_silence("milliamp c++ --check -O1 -Werror -c race.cpp");
  expect_silence("milliamp c++ --check -Werror main.o race.o -o prog");
  expect_finding();
}

/// The report of a program without the addresses in it.
std::string report_of(const test_directory& here, const std::string& program) {
  return here.shell(program + " 2>&1 | sed -E 's/0x[0-9a-f]+/0x/g'").output;
}

// The accesses of block operations and deallocations are seen however the program is linked.
TEST_P(Check, BlockOperationsInEveryKindOfBuild) {
  here.write("blocks.cpp", blocks);
  here.write("Makefile", "blocks: blocks.o; $(CXX) -o $@ $^\n");
  here.write("CMakeLists.txt",
             "cmake_minimum_required(VERSION 3.16)\n"
             "project(outside LANGUAGES CXX)\n"
             "add_executable(blocks blocks.cpp)\n");
  for (const std::string level : {"-O0", "-O2"}) {
    SCOPED_TRACE(level);
    expect_silence("milliamp c++ --no-language --check -Werror " + level +
                   " blocks.cpp -o one_step");
    const std::string expected = report_of(here, "./one_step");
    EXPECT_THAT(expected, ContainsRegex("race: .* of sums"));
    EXPECT_THAT(expected, ContainsRegex("dangling-view: "));
    EXPECT_THAT(expected, HasSubstr("milliamp: 2 findings"));

    expect_silence("milliamp c++ --no-language --check -Werror " + level +
                   " -D_FORTIFY_SOURCE=2 -c blocks.cpp");
    expect_silence("milliamp c++ --no-language --check blocks.o -o checked_link");
    EXPECT_EQ(report_of(here, "./checked_link"), expected);
    // No other link knows of the library's wrappers: the compiler's plugin redirects the calls.
    expect_silence("milliamp c++ blocks.o -o plain_link");
    EXPECT_EQ(report_of(here, "./plain_link"), expected);
    expect_silence("ar rc libblocks.a blocks.o");
    const std::string lib = "\"$(dirname '" MILLIAMP_TEST_COMMAND "')/../lib\"";
    expect_silence("$MILLIAMP_CXX -L. -lblocks -u main -L" + lib + " -Wl,-rpath," + lib +
                   " -lblocks -lmilliamp -o static_library");
    EXPECT_EQ(report_of(here, "./static_library"), expected);
    shell("rm -f blocks.o blocks; make CXXFLAGS=" + level +
          " CXX=\"" MILLIAMP_TEST_COMMAND " c++ --no-language --check\"");
    EXPECT_EQ(report_of(here, "./blocks"), expected);
    shell("rm -rf build; CXX=\"" MILLIAMP_TEST_COMMAND
          " c++ --no-language --check\" cmake -G Ninja -DCMAKE_CXX_FLAGS=" +
          level + " -B build && cmake --build build");
    EXPECT_EQ(report_of(here, "build/blocks"), expected);
  }
}

// As makefiles do that build beside the sources; the program runs where neither path leads.
TEST_P(Check, SourcesWithRelativePaths) {
  expect_silence("mkdir -p build elsewhere; cp main.cpp race.cpp elsewhere; rm main.cpp race.cpp");
  expect_silence(
      "cd build; milliamp c++ --check ../elsewhere/main.cpp ../elsewhere/race.cpp -o prog");
  const auto result = here.shell("cd elsewhere; ../build/prog");
  EXPECT_THAT(result.output, tells_of_the_race());
  EXPECT_THAT(result.output, HasSubstr("    total += numbers[t];\n"));
  EXPECT_THAT(result.output, Not(HasSubstr("..")));
}

TEST_P(Check, EveryOptimization) {
  for (const std::string level : {"-O0", "-O2"}) {
    SCOPED_TRACE(level);
    expect_silence("milliamp c++ --check -Werror " + level + " main.cpp race.cpp -o prog");
    expect_finding();
  }
}

TEST_P(Check, SourcesThatWerePreprocessedFirst) {
  // Clang's assembler warns of what Clang has written.
  shell("milliamp c++ --check -O1 -save-temps main.cpp race.cpp -o prog");
  expect_finding();
  expect_silence("milliamp c++ --check -Werror -E race.cpp -o race.ii");
  expect_silence("milliamp c++ --check -Werror -O1 main.cpp race.ii -o prog");
  expect_finding();
}

TEST_P(Check, AProgramThatIsOptimizedAtTheLink) {
  expect_silence("milliamp c++ --check -Werror -O2 -flto main.cpp race.cpp -o prog");
  expect_finding();
  expect_silence("milliamp c++ --check -Werror -O2 -flto -c main.cpp");
  expect_silence("milliamp c++ --check -Werror -O2 -flto -c race.cpp");
  expect_silence("milliamp c++ --check -Werror -O2 -flto main.o race.o -o prog");
  expect_finding();
}

TEST_P(Check, CheckedAndPlainObjectsInOneProgram) {
  expect_silence("milliamp c++ -Werror -c main.cpp");
  expect_silence("milliamp c++ --check -O1 -Werror -c race.cpp");
  expect_silence("milliamp c++ -Werror main.o race.o -o prog");
  expect_finding();
}

TEST_P(Check, AKernelInASharedLibrary) {
  expect_silence("milliamp c++ --check -O1 -Werror -shared -fPIC race.cpp -o librace.so");
  expect_silence("milliamp c++ --check -O1 -Werror main.cpp -L. -lrace -Wl,-rpath,. -o prog");
  expect_finding();
}

/// UndefinedBehaviorSanitizer reports what it does without Milliamp, and Milliamp what it does
/// without the sanitizer.
TEST_P(Check, UndefinedBehaviorSanitizerInTheSameProgram) {
  here.write("overflow.cpp", undefined_behavior);
  for (const std::string build : {
           "milliamp c++ --check -fsanitize=undefined overflow.cpp -o both",
           "milliamp c++ --check -fsanitize=undefined -c overflow.cpp && "
           "milliamp c++ --check -fsanitize=undefined overflow.o -o both",
       }) {
    const auto result = shell(build + " && ./both");
    EXPECT_THAT(result.output,
                ContainsRegex("overflow.cpp:14:[0-9]+: runtime error: signed integer overflow"))
        << build;
    EXPECT_THAT(result.output,
                HasSubstr("milliamp: out-of-bounds: index 4 is out of the bounds of int[4] counts"))
        << build;
  }
}

/// All threads increment the counters with which the compiler measures coverage.
TEST_P(Check, CoverageIsMeasuredWithoutARace) {
  here.write("clean.cpp", clean);
  for (const std::string flags : {"-O0 --coverage", "-O2 --coverage", "-O1 -fprofile-generate"}) {
    const std::string build = "rm -f *.gc* && milliamp c++ --check " + flags;
    EXPECT_EQ(shell(build + " clean.cpp -o clean && ./clean").output, "") << flags;
    expect_silence(build + " main.cpp race.cpp -o prog");
    expect_finding();
  }
}

TEST_P(Check, CMakeTakesItAsTheCompiler) {
  here.write("CMakeLists.txt",
             "cmake_minimum_required(VERSION 3.16)\n"
             "project(outside LANGUAGES CXX)\n"
             "add_executable(prog main.cpp race.cpp)\n");
  const auto build = shell("CXX=\"" MILLIAMP_TEST_COMMAND
                           " c++ --check\" cmake -G Ninja -DCMAKE_BUILD_TYPE=Release -B build && "
                           "cmake --build build");
  EXPECT_EQ(build.status, 0) << build.output;
  expect_finding("build/prog");
}

}  // namespace
}  // namespace milliamp::tests
