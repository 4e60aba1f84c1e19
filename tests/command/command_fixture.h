/// @file
/// The fixture for tests of the command: shell commands call it as `milliamp`, and each test runs
/// with every compiler, or with one where it does not matter which has compiled a program.
#ifndef MILLIAMP_TESTS_COMMAND_FIXTURE_H
#define MILLIAMP_TESTS_COMMAND_FIXTURE_H

#include "support/shell.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

namespace milliamp::tests {

/// A program that uses the library, prints its arguments and returns their number.
inline constexpr const char* print_arguments = R"(
#include <cstring>
#include <cstdio>
#include <amp.h>
using namespace concurrency;
int main(int argc, char** argv) {
  index<1> count(argc - 1);
  if (extent<1>(count[0]).size() != extent<1>(argc - 1).size()) return 99;
  for (int i = 1; i < argc; ++i) std::printf("[%s]", argv[i]);
  try {
    throw invalid_compute_domain(" done\n");
  } catch (const runtime_exception& e) {
    std::printf("%s", e.what());
  }
  return count[0];
}
)";

/// A test whose parameter is a compiler. In its shell commands, `milliamp` uses that compiler.
class CommandTest : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    here.write("arguments.cpp", print_arguments);
    if (here.shell(std::string("command -v ") + GetParam()).status != 0) {
      GTEST_SKIP() << GetParam() << " is not installed";
    }
  }

  /// Runs a shell command that calls `milliamp`.
  command_result shell(const std::string& command) const {
    return here.shell("export MILLIAMP_CXX=" + std::string(GetParam()) +
                      "; milliamp() { '" MILLIAMP_TEST_COMMAND "' \"$@\"; }; " + command);
  }

  bool is_clang() const { return std::string(GetParam()) == "clang++"; }

  test_directory here;
};

#define MILLIAMP_FOR_COMPILERS(test, ...)                                             \
  INSTANTIATE_TEST_SUITE_P(, test, testing::Values(__VA_ARGS__),                      \
                           [](const testing::TestParamInfo<const char*>& it) {        \
                             return it.param == std::string("g++") ? "gcc" : "clang"; \
                           })
#define MILLIAMP_FOR_EACH_COMPILER(test) MILLIAMP_FOR_COMPILERS(test, "g++", "clang++")
#define MILLIAMP_FOR_ONE_COMPILER(test) MILLIAMP_FOR_COMPILERS(test, "g++")

}  // namespace milliamp::tests

#endif
