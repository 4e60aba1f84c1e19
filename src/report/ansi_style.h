/// @file
/// Colors of a terminal.
#pragma once

#include <string>

namespace milliamp::detail::report {

/// Adds the escape sequences of colors to text, unless colors are off.
class ansi_style {
 public:
  explicit ansi_style(bool color) : color_(color) {}

  std::string error(const std::string& text) const { return paint("1;31", text); }
  std::string bold(const std::string& text) const { return paint("1", text); }
  std::string mark(const std::string& text) const { return paint("1;32", text); }
  std::string rule(const std::string& text) const { return paint("1;34", text); }

 private:
  std::string paint(const char* code, const std::string& text) const {
    if (!color_ || text.empty()) return text;
    return std::string("\033[") + code + 'm' + text + "\033[0m";
  }

  bool color_;
};

}  // namespace milliamp::detail::report
