#include "explored_run.h"

#include "base/options.h"
#include "base/read_file.h"
#include "error.h"
#include "limited_process.h"
#include "merge.h"

#include <cstdlib>
#include <utility>

namespace milliamp::command {

namespace {

using detail::base::option_value;

/// Reads a report. A program that was killed may not have written it, or not all of it.
detail::report::json_report report_in(const std::string& file) {
  if (!std::filesystem::exists(file) || std::filesystem::file_size(file) == 0) return {};
  try {
    return read_report(file);
  } catch (const error&) {
    return {};
  }
}

}  // namespace

explored_program::explored_program(std::vector<std::string> command, int time_limit,
                                   std::filesystem::path directory, const held_signals& signals)
    : command_(std::move(command)),
      time_limit_(time_limit),
      directory_(std::move(directory)),
      signals_(signals),
      user_options_(std::getenv("MILLIAMP_OPTIONS") == nullptr ? ""
                                                               : std::getenv("MILLIAMP_OPTIONS")) {}

explored_run explored_program::run(const std::string& schedule, unsigned job) const {
  const std::string prefix = directory_ / std::to_string(job);
  const std::string report = prefix + ".json";
  const std::string values = prefix + ".values";
  const limited_process program{command_,
                                user_options_ + ':' + schedule + ":workers=1:exitcode=" +
                                    std::to_string(detail::base::options().exitcode) +
                                    ":report_format=json:report_path=" + option_value(report) +
                                    ":values_path=" + option_value(values),
                                prefix + ".out", prefix + ".err"};
  std::filesystem::remove(report);
  std::filesystem::remove(values);
  const auto how = command::run(program, std::chrono::seconds(time_limit_), signals_);
  if (!how && signals_.has_arrived()) throw interrupted();
  explored_run result;
  result.schedule = schedule;
  result.timed_out = !how;
  if (how) result.how = *how;
  result.output = detail::base::read_file(program.output).value_or("");
  result.errors = detail::base::read_file(program.errors).value_or("");
  result.report = report_in(report);
  result.has_launched = std::filesystem::exists(values);
  if (!result.timed_out) result.values = read_final_values(values);
  result.report.options = schedule;
  for (detail::report::finding_origin& o : result.report.origins) o.first_options = schedule;
  return result;
}

}  // namespace milliamp::command
