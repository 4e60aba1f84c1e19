/// @file
/// A report in a file that other processes may report to, too.
#pragma once

#include <string>

namespace milliamp::detail::report {

/// Returns the new contents of a file: the old ones, joined with a report.
/// @param there what other processes have written
/// @param report the report so far
/// @param joined an earlier state of the report that is there already; empty: none
/// @throws std::invalid_argument if the existing file is not a report of this format
using report_join = std::string (*)(const std::string& there, const std::string& report,
                                    const std::string& joined);

/// The report is written beside the file, and renamed: it is there whole or not at all. A lock of
/// the directory, which ends with the process, keeps other processes from doing so meanwhile.
class report_file {
 public:
  /// @param join null: the report replaces what is there
  report_file(std::string path, report_join join) : path_(std::move(path)), join_(join) {}

  /// Puts the report into the file, in place of its earlier state.
  /// @return why that is not possible, after which the file is as it was; empty: it was
  std::string update(const std::string& report);

 private:
  void take_up(std::string contents);

  std::string path_;
  report_join join_;
  std::string there_;     ///< what others have written
  std::string joined_;    ///< the state of the report that is in there_
  std::string report_;    ///< the last state of the report
  std::string contents_;  ///< of the file, after the last update
};

}  // namespace milliamp::detail::report
