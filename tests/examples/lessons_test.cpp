/// @file
/// The lessons of examples/lessons. The output that a text shows below a command `$ …` is that of
/// the command, and code that it shows is in a program of the lesson. The solution is accepted. The
/// exercise as it is given and the wrong solutions are refused, each with the answer that it needs:
/// the first line of a wrong solution, `// Answer: …`, has a part of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "support/shell.h"

namespace milliamp::tests {
namespace {

using testing::HasSubstr;

std::string read(const std::filesystem::path& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// The lines without the blanks at their ends.
std::vector<std::string> trimmed_lines_of(const std::string& text) {
  std::vector<std::string> lines = lines_of(text);
  for (std::string& line : lines) {
    line = std::regex_replace(line, std::regex("^ +| +$"), "");
  }
  return lines;
}

/// The blocks of code in a language in a Markdown text.
std::vector<std::string> blocks_in(const std::string& text, const std::string& language) {
  std::vector<std::string> blocks;
  const std::string begin = "```" + language + "\n";
  for (std::size_t at = 0; (at = text.find(begin, at)) != std::string::npos;) {
    at += begin.size();
    const std::size_t end = text.find("```", at);
    blocks.push_back(text.substr(at, end - at));
    at = end;
  }
  return blocks;
}

/// A report as it is with every compiler: they may point at different parts of an expression.
std::string without_columns(const std::string& text) {
  const std::string lines = std::regex_replace(text, std::regex("(:[0-9]+):[0-9]+ in "), "$1 in ");
  return std::regex_replace(lines, std::regex("\\| +[\\^~]+"), "|");
}

/// Without blanks at the ends of lines.
std::string without_trailing_blanks(const std::string& text) {
  return std::regex_replace(text, std::regex(" +\n"), "\n");
}

std::vector<std::string> all_lessons() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(MILLIAMP_TEST_LESSONS)) {
    if (entry.is_directory()) names.push_back(entry.path().filename());
  }
  std::sort(names.begin(), names.end());
  return names;
}

class Lesson : public testing::TestWithParam<std::string> {
 protected:
  std::filesystem::path directory() const {
    return std::filesystem::path(MILLIAMP_TEST_LESSONS) / GetParam();
  }

  command_result shell(const std::string& command) const {
    return home.shell("export HOME=$PWD; unset XDG_STATE_HOME MILLIAMP_OPTIONS; "
                      "export MILLIAMP_CXX='" MILLIAMP_TEST_COMPILER
                      "'; milliamp() { '" MILLIAMP_TEST_COMMAND "' \"$@\"; }; " +
                      command);
  }

  command_result check(const std::string& file) const {
    return shell("milliamp lesson " + std::to_string(std::stoi(GetParam())) + " --check '" +
                 (directory() / file).string() + "'");
  }

  test_directory home;
};

INSTANTIATE_TEST_SUITE_P(, Lesson, testing::ValuesIn(all_lessons()), [](const auto& it) {
  return std::regex_replace(it.param, std::regex("-"), "_");
});

TEST_P(Lesson, TextShowsWhatTheCommandsPrint) {
  std::filesystem::copy(directory(), home.path());
  for (const std::string& block : blocks_in(read(directory() / "README.md"), "console")) {
    std::string command;
    std::string expected;
    for (const std::string& line : lines_of(block)) {
      (line.rfind("$ ", 0) == 0 ? command : expected) += line + '\n';
    }
    SCOPED_TRACE(command);
    ASSERT_EQ(std::count(command.begin(), command.end(), '\n'), 1) << "one command in each block";
    std::string output = shell(command.substr(2)).output;
    output = std::regex_replace(output, std::regex(home.path().string()), "/home/you");
    output = without_trailing_blanks(output);
#ifdef __clang__  // The texts show reports with GCC.
    EXPECT_EQ(without_columns(output), without_columns(expected));
#else
    EXPECT_EQ(output, expected);
#endif
  }
}

TEST_P(Lesson, TextShowsCodeOfItsPrograms) {
  std::vector<std::vector<std::string>> programs;
  for (const auto& entry : std::filesystem::directory_iterator(directory())) {
    if (entry.path().extension() == ".cpp") {
      programs.push_back(trimmed_lines_of(read(entry.path())));
    }
  }
  for (const std::string& block : blocks_in(read(directory() / "README.md"), "cpp")) {
    const std::vector<std::string> code = trimmed_lines_of(block);
    EXPECT_TRUE(std::any_of(programs.begin(), programs.end(), [&](const auto& program) {
      return std::search(program.begin(), program.end(), code.begin(), code.end()) !=
             program.end();
    })) << block;
  }
}

TEST_P(Lesson, SolutionIsAccepted) {
  const auto result = check("solution.cpp");
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.output, testing::StartsWith("Solved: lesson "));
  EXPECT_EQ(read(home.path() / ".local/state/milliamp/lessons"), GetParam() + '\n');
}

TEST_P(Lesson, ExerciseIsRefused) {
  const auto result = check("exercise.cpp");
  EXPECT_EQ(result.status, 1) << result.output;
  EXPECT_FALSE(std::filesystem::exists(home.path() / ".local"));
}

TEST_P(Lesson, WrongSolutionsAreRefusedWithTheAnswerTheyNeed) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(directory() / "wrong")) {
    const std::string file = "wrong/" + entry.path().filename().string();
    SCOPED_TRACE(file);
    const std::string answer = lines_of(read(entry.path())).front().substr(sizeof "// Answer:");
    const auto result = check(file);
    EXPECT_EQ(result.status, 1);
    EXPECT_THAT(std::regex_replace(result.output, std::regex("\n"), " "), HasSubstr(answer));
    ++count;
  }
  EXPECT_GE(count, 2);
}

}  // namespace
}  // namespace milliamp::tests
