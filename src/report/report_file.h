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

/// The report is written to a temporary file, which is then renamed, so readers never see a part of
/// it. A lock of the directory, which ends with the process, excludes other processes meanwhile.
class report_file {
 public:
  /// @param join null: the report replaces what is there
  report_file(std::string path, report_join join) : path_(std::move(path)), join_(join) {}

  /// Replaces the earlier state of the report in the file.
  /// @return empty on success; otherwise why it failed, with the file unchanged
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
