#include "report/wrapped_text.h"

#include <algorithm>

namespace milliamp::detail::report {

std::size_t columns_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

std::string wrap(std::string_view text, std::size_t begin, std::size_t indent, std::size_t width) {
  std::string lines;
  std::size_t column = begin;
  bool begins_line = true;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string_view word = text.substr(at, end - at);
    const std::size_t length = columns_of(word);
    if (!begins_line && column + 1 + length > width) {
      lines += '\n' + std::string(indent, ' ');
      column = indent;
    } else if (!begins_line) {
      lines += ' ';
      ++column;
    }
    lines += word;
    column += length;
    begins_line = false;
    at = end + 1;
  }
  return lines;
}

}  // namespace milliamp::detail::report
