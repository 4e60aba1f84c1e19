#include "lesson_text.h"

#include "report/wrapped_text.h"

#include <regex>
#include <sstream>

namespace milliamp::command {

namespace {

std::string heading(const std::string& line) {
  const std::size_t level = line.find_first_not_of('#');
  const std::string title = line.substr(level + 1);
  return title + '\n' + std::string(detail::report::columns_of(title), level == 1 ? '=' : '-');
}

std::string without_marks(const std::string& line) {
  static const std::regex link("\\[([^\\]]+)\\]\\([^)]+\\)");
  static const std::regex emphasis("\\*\\*|^\\*|\\*$");
  const std::string text = std::regex_replace(line, link, "$1");
  return text.starts_with("* ") ? text : std::regex_replace(text, emphasis, "");
}

}  // namespace

std::string plain_text(const std::string& markdown) {
  std::istringstream lines(markdown);
  std::string text;
  bool in_code = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("```")) {
      in_code = !in_code;
    } else if (in_code) {
      text += (line.empty() ? "" : "    " + line) + '\n';
    } else if (line.starts_with("#")) {
      text += heading(line) + '\n';
    } else if (!line.starts_with("<!--")) {
      text += without_marks(line) + '\n';
    }
  }
  return text;
}

}  // namespace milliamp::command
