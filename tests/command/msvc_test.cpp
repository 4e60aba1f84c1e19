#include "command_fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace milliamp::tests {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const std::string ported_primes = MILLIAMP_TEST_EXAMPLES "/ported_primes.cpp";
const std::string printed = "168 primes on the accelerator, 168 on the host, the last is 997\n";

/// `--msvc`: programs that were written for Visual C++.
class Msvc : public CommandTest {};
MILLIAMP_FOR_EACH_COMPILER(Msvc);

TEST_P(Msvc, ProvidesHeadersByTheirWindowsNames) {
  for (const std::string engine : {"--check", "--fast"}) {
    const auto result = shell("milliamp run --msvc " + engine + " " + ported_primes);
    EXPECT_EQ(result.status, 0);
    EXPECT_THAT(result.output, EndsWith(printed));
  }
}

TEST_P(Msvc, IsNeededForThem) {
  const auto result = shell("milliamp c++ -c " + ported_primes);
  EXPECT_NE(result.status, 0);
  EXPECT_THAT(result.output, HasSubstr("Windows.h"));
}

TEST_P(Msvc, CompilesAndLinksInTwoSteps) {
  EXPECT_EQ(shell("milliamp c++ --msvc -O1 -c " + ported_primes).status, 0);
  EXPECT_THAT(shell("milliamp c++ --msvc ported_primes.o -o primes").output, IsEmpty());
  EXPECT_EQ(here.shell("./primes").output, printed);
}

TEST_P(Msvc, LinksOneTbbToProgramsThatNeedIt) {
  EXPECT_EQ(shell("milliamp c++ --msvc arguments.cpp -o prog && readelf -d prog >libraries").status,
            0);
  EXPECT_THAT(here.shell("grep NEEDED libraries").output, Not(HasSubstr("libtbb")));
}

// As a build system other than CMake may do.
TEST_P(Msvc, IsNotNeededByThePathsOfTheHeaders) {
  const auto result = shell(
      "include=$(milliamp c++ -M arguments.cpp | grep -o '[^ ]*/include/amp.h' | head -n 1); "
      "compat=${include%/amp.h}/milliamp/compat; "
      "milliamp run -I$compat -include milliamp/compat/implied.h " +
      ported_primes + " -ltbb");
  EXPECT_EQ(result.output, printed);
}

TEST_P(Msvc, SaysWhatGccLacks) {
  const auto result = shell("milliamp c++ --msvc -c arguments.cpp");
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.output,
            is_clang() ? ""
                       : "milliamp: note: with g++, --msvc provides Visual C++'s headers, but GCC "
                         "has no Microsoft extensions, such as __declspec(property); for those, "
                         "add --cxx clang++\n");
}

TEST_P(Msvc, GivesClangTheDialect) {
  here.write("dialect.cpp", R"(
#include <amp.h>
struct celsius {
  int get() const restrict(cpu, amp) { return 20; }
  __declspec(property(get = get)) int degrees;
};
template <class T> int call(T value) { return declared_later(value); }
struct number {};
int declared_later(number) { return 3; }
int main() { return celsius().degrees + call(number()); }
)");
  const auto result = shell("milliamp run --msvc dialect.cpp");
  EXPECT_EQ(result.status, is_clang() ? 23 : 1);
  if (is_clang()) {
    EXPECT_THAT(shell("milliamp lint --msvc dialect.cpp").output, IsEmpty());
    EXPECT_NE(shell("milliamp run dialect.cpp").status, 23);
  }
}

TEST_P(Msvc, HasTasksOfCompletionFuturesByTheirHeader) {
  here.write("task.cpp", R"(
#include <amp.h>
#if WITH_HEADER
#include <ppltasks.h>
#endif
int main() {
  std::vector<int> numbers(4);
  concurrency::array<int> copy(4);
  concurrency::copy_async(numbers.begin(), copy).to_task().wait();
}
)");
  EXPECT_EQ(shell("milliamp run --msvc -DWITH_HEADER=1 task.cpp").status, 0);
  EXPECT_THAT(shell("milliamp c++ --msvc -c task.cpp").output,
              HasSubstr("to_task() needs concurrency::task: include <ppltasks.h>"));
}

TEST_P(Msvc, ProgramsCanDropWhatDevicesDrop) {
  here.write("edge.cpp", R"(
#include <amp.h>
#include <cstdio>
using namespace concurrency;
int main() {
  std::vector<int> numbers(1000);
  array_view<int> middle = array_view<int>(1000, numbers).section(100, 2);
  parallel_for_each(extent<1>(10), [=](index<1> i) restrict(amp) { middle[i] = 1; });
  middle.synchronize();
  int sum = 0;
  for (int n : numbers) sum += n;
  std::printf("%d\n", sum);
}
)");
  EXPECT_EQ(shell("milliamp run --fast -DMILLIAMP_DROP_OUT_OF_BOUNDS=1 edge.cpp").output, "2\n");
  EXPECT_EQ(shell("milliamp run --fast edge.cpp").output, "10\n");
  const auto checked = shell("milliamp run edge.cpp");
  EXPECT_EQ(checked.status, 66);
  EXPECT_THAT(checked.output, HasSubstr("out-of-bounds"));
}

}  // namespace
}  // namespace milliamp::tests
