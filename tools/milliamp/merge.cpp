#include "merge.h"

#include "base/options.h"
#include "error.h"
#include "report/report_writer.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace milliamp::command {

namespace base = detail::base;
namespace report = detail::report;

void merged_report::add(const report::json_report& read) {
  runs_ += read.runs;
  not_shown_ += read.not_shown;
  instances_ += read.instances;
  for (std::size_t i = 0; i < read.findings.size(); ++i) {
    const std::size_t index = list_.add(read.findings[i]);
    if (index == origins_.size()) origins_.push_back({0, read.origins[i].first_options});
    origins_[index].runs += read.origins[i].runs;
  }
}

bool merged_report::write(const std::string& format, const std::string& path) const {
  base::options& options = base::current_options();
  try {
    options.report_format = base::parse_options("report_format=" + format).report_format;
  } catch (const std::invalid_argument& e) {
    throw error(e.what());
  }
  options.report_path = path.empty() ? "/dev/stdout" : path;

  std::vector<finding> all = findings();
  report::run_summary run;
  run.findings = all;
  run.runs = runs_;
  if (options.report_format == base::report_format::json) {
    run.origins = origins_;
  } else {
    for (std::size_t i = 0; i < all.size(); ++i) {
      all[i].notes.push_back("in " + std::to_string(origins_[i].runs) + " of " +
                             std::to_string(runs_) +
                             " runs, first with MILLIAMP_OPTIONS=" + origins_[i].first_options);
    }
  }
  run.not_shown = not_shown_;
  run.instances = instances_;
  run.options = origins_.empty() ? "schedule=forward" : origins_.front().first_options;
  const auto writer = report::make_report_writer(options);
  for (const finding& found : all) writer->write(found);
  writer->finish(run);
  return !writer->has_failed();
}

report::json_report read_report(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw error("cannot read the report " + path + ": " + std::strerror(errno));
  std::ostringstream text;
  text << file.rdbuf();
  try {
    return report::read_json(text.str());
  } catch (const std::invalid_argument& e) {
    throw error(path + " is no report of MILLIAMP_OPTIONS=report_format=json: " + e.what());
  }
}

int merge_reports(const std::vector<std::string>& files, const std::string& format,
                  const std::string& path) {
  merged_report merged;
  for (const std::string& file : files) merged.add(read_report(file));
  if (!merged.write(format, path)) return report::unwritten_report_status;
  return merged.findings().empty() ? 0 : base::options().exitcode;
}

}  // namespace milliamp::command
