#include "report/merged_report.h"

#include "report/json_writer.h"

#include <algorithm>
#include <stdexcept>

namespace milliamp::detail::report {

namespace {

json_report read_there(const std::string& text) try {
  return read_json(text);
} catch (const std::invalid_argument& e) {
  throw std::invalid_argument(
      std::string("the existing file is not a report written with report_format=json (") +
      e.what() + ')');
}

/// Returns what has been added to a report since an earlier state of it, which has the first
/// findings.
json_report rest_of(json_report report, const json_report& earlier) {
  for (std::size_t i = 0; i < earlier.findings.size(); ++i) {
    report.findings[i].count -= earlier.findings[i].count;
    report.origins[i].runs = 0;
  }
  report.runs = 0;
  report.not_shown -= earlier.not_shown;
  report.instances -= earlier.instances;
  report.suppressed_instances -= earlier.suppressed_instances;
  return report;
}

}  // namespace

void merged_report::add(const json_report& read) {
  if (totals_.runs == 0) totals_.options = read.options;
  totals_.runs += read.runs;
  totals_.not_shown += read.not_shown;
  totals_.instances += read.instances;
  add_suppressions(read);
  for (std::size_t i = 0; i < read.findings.size(); ++i) {
    const std::size_t index = list_.add(read.findings[i]);
    if (index == origins_.size()) origins_.push_back({0, read.origins[i].first_options});
    origins_[index].runs += read.origins[i].runs;
  }
}

/// A line of the file is unused if no run has used it.
void merged_report::add_suppressions(const json_report& read) {
  totals_.suppressed_instances += read.suppressed_instances;
  if (totals_.suppressions_path.empty()) {
    totals_.suppressions_path = read.suppressions_path;
    totals_.unused_suppressions = read.unused_suppressions;
  } else if (totals_.suppressions_path == read.suppressions_path) {
    std::erase_if(totals_.unused_suppressions, [&](const suppressions::entry& known) {
      return std::none_of(read.unused_suppressions.begin(), read.unused_suppressions.end(),
                          [&](const suppressions::entry& e) { return e.line == known.line; });
    });
  }
}

run_summary merged_report::summary() const {
  run_summary run = totals_;
  run.findings = findings();
  run.origins = origins_;
  if (!origins_.empty()) run.options = origins_.front().first_options;
  return run;
}

std::string merge_json(const std::string& there, const std::string& report,
                       const std::string& joined) {
  merged_report merged;
  merged.add(read_there(there));
  const json_report read = read_json(report);
  merged.add(joined.empty() ? read : rest_of(read, read_json(joined)));
  return json_document(merged.summary());
}

}  // namespace milliamp::detail::report
