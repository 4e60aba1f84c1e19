/// @file
/// Where reports go: standard error, or the file that the option `report_path` names.
#pragma once

#include <cstdio>
#include <string>

namespace milliamp::detail::report {

class report_output {
 public:
  /// Opens a file, empty, or standard error when the path is empty. When the file cannot be
  /// written, says so and why on standard error, which then takes its place.
  explicit report_output(const std::string& path);
  ~report_output();
  report_output(const report_output&) = delete;
  report_output& operator=(const report_output&) = delete;

  /// Adds text, and sees to it that it survives whatever becomes of the process.
  void write(const std::string& text);

  /// Whether what has been written can be replaced: in a file, unlike on a terminal or in a pipe.
  bool is_replaceable() const { return is_replaceable_; }

  /// Replaces what has been written, if that is possible; otherwise adds.
  void replace(const std::string& text);

  bool is_terminal() const;

 private:
  void say_failure(const char* verb);

  std::string path_;
  std::FILE* file_;
  bool is_replaceable_ = false;
};

}  // namespace milliamp::detail::report
