/// @file
/// `milliamp report merge`: makes one report of the reports of many runs.
#ifndef MILLIAMP_COMMAND_MERGE_H
#define MILLIAMP_COMMAND_MERGE_H

#include "report/finding_list.h"
#include "report/json_reader.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace milliamp::command {

/// The findings of several reports. Those of the same kind at the same lines become one, with a
/// note that says how many reports have it and which options repeat the first of these runs.
class merged_report {
 public:
  void add(const detail::report::json_report& report);

  const std::vector<finding>& findings() const { return list_.all(); }

  /// Writes the report.
  /// @param format as the option report_format
  /// @param path empty: standard output
  /// @return whether it could be written there; otherwise it is on standard error
  /// @throws error if there is no such format
  [[nodiscard]] bool write(const std::string& format, const std::string& path) const;

 private:
  detail::report::finding_list list_;
  std::vector<detail::report::finding_origin> origins_;  ///< of the findings
  std::uint64_t runs_ = 0;
  std::size_t not_shown_ = 0;
  std::uint64_t instances_ = 0;
};

/// @throws error if the file is no report with report_format=json
detail::report::json_report read_report(const std::string& path);

/// Merges files that runs have written with report_format=json.
/// @return the exit status of a program with these findings
int merge_reports(const std::vector<std::string>& files, const std::string& format,
                  const std::string& path);

}  // namespace milliamp::command

#endif
