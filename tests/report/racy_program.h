/// @file
/// Runs the program racy (programs/racy.cpp) with options.
#ifndef MILLIAMP_TESTS_REPORT_RACY_PROGRAM_H
#define MILLIAMP_TESTS_REPORT_RACY_PROGRAM_H

#include "support/shell.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

namespace milliamp::tests {

class RacyProgramTest : public testing::Test {
 protected:
  /// Runs it in `here`. @param arguments as racy takes them, and redirections of the shell
  command_result racy(const std::string& arguments, const std::string& options = "") const {
    return here.shell("MILLIAMP_OPTIONS='" + options + "' '" MILLIAMP_TEST_RACY "' " + arguments);
  }

  /// The text of a file in `here`.
  std::string read(const std::string& name) const {
    std::ifstream file(here.path() / name);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  }

  test_directory here;
};

}  // namespace milliamp::tests

#endif
