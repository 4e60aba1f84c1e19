#include "support/shell.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <regex>
#include <string>

namespace milliamp::tests {
namespace {

/// The code block of README.md that stands below the comment `<!-- name -->`.
std::string readme_block(const std::string& name) {
  std::ifstream file(MILLIAMP_TEST_README);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::size_t mark = text.find("<!-- " + name + " -->\n```");
  if (mark == std::string::npos) throw std::runtime_error("README.md has no block " + name);
  const std::size_t begin = text.find('\n', text.find("```", mark)) + 1;
  return text.substr(begin, text.find("```", begin) - begin);
}

TEST(Readme, TheExampleGivesTheReportThatIsShown) {
  const test_directory home;
  if (home.shell("command -v g++").status != 0) GTEST_SKIP() << "g++ is not installed";
  home.write("kernel.cpp", readme_block("kernel.cpp"));
  const auto result = home.shell("'" MILLIAMP_TEST_COMMAND "' run --cxx g++ kernel.cpp");
  EXPECT_EQ(result.status, 66);
  const std::regex path(home.path().string() + "/");
  EXPECT_EQ(std::regex_replace(result.output, path, "/home/you/"), readme_block("report"));
}

}  // namespace
}  // namespace milliamp::tests
