/// @file
/// The destination of reports: standard error, or the file named by the option `report_path`.
#pragma once

#include <cstddef>
#include <cstdio>
#include <string>

namespace milliamp::detail::report {

class report_output {
 public:
  /// Opens and truncates a file, or uses standard error when the path is empty. When the file
  /// cannot be opened, prints the reason on standard error and uses that instead.
  explicit report_output(const std::string& path);
  ~report_output();
  report_output(const report_output&) = delete;
  report_output& operator=(const report_output&) = delete;

  /// Appends text and flushes it, so that it survives a crash of the process.
  void write(const std::string& text);

  /// Whether the text written so far can be replaced: true for a regular file, false for a terminal
  /// or a pipe.
  bool is_replaceable() const { return is_replaceable_; }

  /// Replaces the text written so far; appends when that is not possible.
  void replace(const std::string& text);

  bool is_terminal() const;
  /// The columns of the terminal; elsewhere, as many as there may be.
  std::size_t width() const;

 private:
  void print_failure(const char* verb);

  std::string path_;
  std::FILE* file_;
  bool is_replaceable_ = false;
};

}  // namespace milliamp::detail::report
