/// @file
/// The lessons of examples/lessons. The output that a text shows below a command `$ …` is that of
/// the command, and code that it shows is in a program of the lesson. The solution is accepted. The
/// exercise as it is given and the wrong solutions are refused, each with the answer that it needs:
/// the first line of a wrong solution, `// Answer: …`, has a part of it.
///
/// With MILLIAMP_UPDATE_EXPECTED=1, the output in the texts is replaced by that of the commands.
#include "support/shell.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace milliamp::tests {
namespace {

using testing::HasSubstr;

#ifdef __clang__
constexpr bool is_clang = true;
#else
constexpr bool is_clang = false;
#endif

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

/// The lines of code without the blanks at their ends, and without `#if FIXED` and the like.
std::vector<std::string> code_lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (const std::string& line : lines_of(text)) {
    if (!std::regex_match(line, std::regex("#(if|else|endif).*"))) {
      lines.push_back(std::regex_replace(line, std::regex("^ +| +$"), ""));
    }
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

/// Without the warnings of Clang's front end for the language, which GCC does not have.
std::string without_warnings(const std::string& text) {
  const std::string shown = "[^\n]*\n[^\n]*\n[^\n]*\\^[^\n]*\n";
  const std::regex warning("[^\n]*: warning: " + shown + "([^\n]*: note: " + shown + ")*");
  return std::regex_replace(std::regex_replace(text, warning, ""),
                            std::regex("[0-9]+ warnings? generated\\.\n"), "");
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
    return home.shell(
        "export HOME=$PWD; unset XDG_STATE_HOME MILLIAMP_OPTIONS; "
        "export MILLIAMP_CXX='" MILLIAMP_TEST_COMPILER "'; milliamp() { '" MILLIAMP_TEST_COMMAND
        "' \"$@\"; }; " +
        command);
  }

  command_result check(const std::string& file) const {
    return shell("ln -sfn '" MILLIAMP_TEST_PRECOMPILED "' milliamp; milliamp lesson " +
                 std::to_string(std::stoi(GetParam())) + " --check '" +
                 (directory() / file).string() + "'");
  }

  test_directory home;
};

INSTANTIATE_TEST_SUITE_P(, Lesson, testing::ValuesIn(all_lessons()), [](const auto& it) {
  return std::regex_replace(it.param, std::regex("-"), "_");
});

TEST_P(Lesson, TextShowsWhatTheCommandsPrint) {
  const std::filesystem::path readme = directory() / "README.md";
  std::string text = read(readme);
  std::filesystem::copy(directory(), home.path());
  for (const std::string& block : blocks_in(text, "console")) {
    const std::size_t first_line = block.find('\n') + 1;
    const std::string expected = block.substr(first_line);
    const std::string command = block.substr(2, first_line - 3);
    SCOPED_TRACE(command);
    const std::string output = without_trailing_blanks(
        std::regex_replace(shell(command).output, std::regex(home.path().string()), "/home/you"));
    if (std::getenv("MILLIAMP_UPDATE_EXPECTED") != nullptr) {
      text.replace(text.find(block), block.size(), "$ " + command + '\n' + output);
    } else if (is_clang) {  // The texts show the reports with GCC.
      EXPECT_EQ(without_columns(without_warnings(output)), without_columns(expected));
    } else {
      EXPECT_EQ(output, expected);
    }
  }
  if (std::getenv("MILLIAMP_UPDATE_EXPECTED") != nullptr) std::ofstream(readme) << text;
}

TEST_P(Lesson, TextShowsCodeOfItsPrograms) {
  std::vector<std::vector<std::string>> programs;
  for (const auto& entry : std::filesystem::directory_iterator(directory())) {
    if (entry.path().extension() == ".cpp") {
      programs.push_back(code_lines_of(read(entry.path())));
    }
  }
  for (const std::string& block : blocks_in(read(directory() / "README.md"), "cpp")) {
    const std::vector<std::string> code = code_lines_of(block);
    EXPECT_TRUE(std::any_of(programs.begin(), programs.end(), [&](const auto& program) {
      return std::search(program.begin(), program.end(), code.begin(), code.end()) != program.end();
    })) << block;
  }
}

TEST_P(Lesson, SolutionIsAccepted) {
  const auto result = check("solution.cpp");
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.output, testing::StartsWith("Solved: lesson "));
  EXPECT_EQ(read(home.path() / ".local/state/milliamp/lessons"), GetParam() + '\n');
}

TEST_P(Lesson, ExerciseIsRefusedWithAnAnswer) {
  const auto result = check("exercise.cpp");
  EXPECT_EQ(result.status, 1);
  const std::string answers = read(directory() / "answers.txt");
  const std::size_t last_line = result.output.rfind("\n\nNot yet: lesson ");
  const std::size_t answer = result.output.rfind("\n\n", last_line - 1) + 2;
  EXPECT_THAT(answers, HasSubstr(result.output.substr(answer, last_line - answer)))
      << "the output ends without an answer:\n"
      << result.output;
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
