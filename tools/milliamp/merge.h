/// @file
/// `milliamp report merge`: merges the reports of many runs.
#ifndef MILLIAMP_COMMAND_MERGE_H
#define MILLIAMP_COMMAND_MERGE_H

#include "report/json_reader.h"
#include "report/merged_report.h"

#include <string>
#include <vector>

namespace milliamp::command {

/// Writes a merged report. In formats for people, each finding has a note with the number of
/// reports that contain it, and the options that reproduce the first of them.
/// @param format a valid value of the option report_format
/// @param path empty: standard output
/// @return whether it could be written there; otherwise it is on standard error
[[nodiscard]] bool write_merged(const detail::report::merged_report& merged,
                                const std::string& format, const std::string& path);

/// @throws error if the file is not a report with report_format=json
detail::report::json_report read_report(const std::string& path);

/// Merges files that runs have written with report_format=json.
/// @return the exit status of a program with these findings
int merge_reports(const std::vector<std::string>& files, const std::string& format,
                  const std::string& path);

}  // namespace milliamp::command

#endif
