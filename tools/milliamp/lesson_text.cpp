#include "lesson_text.h"

#include "report/wrapped_text.h"

#include <regex>
#include <sstream>

namespace milliamp::command {

namespace {

constexpr std::size_t text_width = 80;

std::string heading(const std::string& line) {
  const std::size_t level = line.find_first_not_of('#');
  const std::string title = line.substr(level + 1);
  return title + '\n' + std::string(detail::report::columns_of(title), level == 1 ? '=' : '-') +
         '\n';
}

/// A paragraph or an item of a list, without marks of emphasis and the targets of links.
std::string wrapped(const std::string& paragraph) {
  static const std::regex link("\\[([^\\]]+)\\]\\([^)]+\\)");
  static const std::regex emphasis("\\*([^*]+)\\*");
  std::string text = std::regex_replace(paragraph, link, "$1");
  text = std::regex_replace(text, emphasis, "$1");
  const std::size_t indent = text.starts_with("- ") ? 2 : 0;
  return detail::report::wrap(text, 0, indent, text_width) + '\n';
}

}  // namespace

std::string plain_text(const std::string& markdown) {
  std::istringstream lines(markdown);
  std::string text;
  std::string paragraph;
  const auto end_paragraph = [&] {
    if (!paragraph.empty()) text += wrapped(paragraph);
    paragraph.clear();
  };
  bool in_code = false;
  for (std::string line; std::getline(lines, line);) {
    const bool is_fence = line.starts_with("```");
    if (is_fence || in_code || line.empty() || line.starts_with("#") || line.starts_with("- ")) {
      end_paragraph();
    }
    if (is_fence) {
      in_code = !in_code;
    } else if (in_code) {
      text += (line.empty() ? "" : "    " + line) + '\n';
    } else if (line.starts_with("#")) {
      text += heading(line);
    } else if (line.empty()) {
      text += '\n';
    } else {
      const std::size_t begin = line.find_first_not_of(' ');
      paragraph += (paragraph.empty() ? "" : " ") + line.substr(begin);
    }
  }
  end_paragraph();
  return text;
}

}  // namespace milliamp::command
