/// @file
/// The destination of reports: standard error, or the file named by the option `report_path`.
#pragma once

#include "report/report_file.h"

#include <cstddef>
#include <cstdio>
#include <optional>
#include <string>

namespace milliamp::detail::report {

/// A file appears whole or not at all, see report_file. A terminal, a pipe or another device gets
/// what is written at once.
class report_output {
 public:
  /// @param path empty: standard error
  /// @param join how the report joins what is in the file; null: it replaces that
  report_output(const std::string& path, report_join join);
  ~report_output();
  report_output(const report_output&) = delete;
  report_output& operator=(const report_output&) = delete;

  /// Appends text.
  void write(const std::string& text);

  /// Whether the text written so far can be replaced: true for a file, false for a terminal or a
  /// pipe.
  bool is_replaceable() const { return file_.has_value(); }

  /// Replaces the text written so far; appends when that is not possible.
  void replace(const std::string& text);

  /// Makes the file have the text. If it cannot be written, prints the reason and the text on
  /// standard error, and uses that from then on.
  void commit();

  /// Whether a path names the destination.
  bool has_path() const { return !path_.empty(); }

  /// Whether the text could not be written to its destination.
  bool has_failed() const { return has_failed_; }

  bool is_terminal() const;
  /// The columns of the terminal; without one, no limit.
  std::size_t width() const;

 private:
  void fail(const std::string& reason);
  void close_stream();

  std::string path_;
  std::optional<report_file> file_;
  std::FILE* stream_ = nullptr;  ///< null for a file
  std::string text_;             ///< the text of a file
  bool is_written_ = false;
  bool has_failed_ = false;
};

}  // namespace milliamp::detail::report
