#include "merge.h"

#include "base/options.h"
#include "base/output_file.h"
#include "base/read_file.h"
#include "error.h"
#include "report/report_writer.h"
#include "report/source_line.h"

#include <cerrno>
#include <cstring>
#include <optional>
#include <stdexcept>

namespace milliamp::command {

namespace base = detail::base;
namespace report = detail::report;

namespace {

/// Adds the origin of each finding to its notes, for reports in text form.
std::vector<finding> with_notes(const report::run_summary& run) {
  std::vector<finding> all(run.findings.begin(), run.findings.end());
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i].notes.push_back("in " + std::to_string(run.origins[i].runs) + " of " +
                           std::to_string(run.runs) +
                           " runs, first with MILLIAMP_OPTIONS=" + run.origins[i].first_options);
  }
  return all;
}

}  // namespace

bool write_merged(const report::merged_report& merged, const std::string& format,
                  const std::string& path) {
  base::options options = base::current_options();
  options.report_format = base::parse_options("report_format=" + format).report_format;
  options.report_path = path.empty() ? "/dev/stdout" : path;

  report::run_summary run = merged.summary();
  const std::vector<finding> noted = with_notes(run);
  if (options.report_format != base::report_format::json) {
    run.findings = noted;
    run.origins = {};
  }
  const auto writer = report::make_report_writer(options, report::earlier_reports::replaced);
  for (const finding& found : run.findings) writer->write(found);
  writer->finish(run);
  return !writer->has_failed();
}

report::json_report read_report(const std::string& path) {
  const std::optional<std::string> text = base::read_file(path);
  if (!text.has_value()) {
    throw error("cannot read the report " + path + ": " + std::strerror(errno));
  }
  try {
    return report::read_json(*text);
  } catch (const std::invalid_argument& e) {
    throw error(path +
                " is not a report written with MILLIAMP_OPTIONS=report_format=json: " + e.what());
  }
}

int merge_reports(const std::vector<std::string>& files, const std::string& format,
                  const std::string& path) {
  report::merged_report merged;
  for (const std::string& file : files) {
    const report::json_report read = read_report(file);
    report::use_recorded_lines(read.lines);
    merged.add(read);
  }
  if (!write_merged(merged, format, path)) return base::unwritten_status;
  return merged.summary().count() == 0 ? 0 : base::options().exitcode;
}

}  // namespace milliamp::command
