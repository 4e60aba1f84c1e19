#include "observation.h"

#include "base/options.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <sstream>

namespace milliamp::command {

namespace {

using detail::report::json_report;

/// `file:line` of an event, without the directories.
std::string location_of(const event& e) {
  const source_frame& frame = e.frames.front();
  if (frame.file.empty()) return frame.function;
  return std::filesystem::path(frame.file).filename().string() + ':' + std::to_string(frame.line);
}

observation observation_of(const finding& found) {
  std::vector<std::string> locations;
  for (const event& e : found.events) locations.push_back(location_of(e));
  std::sort(locations.begin(), locations.end());
  locations.erase(std::unique(locations.begin(), locations.end()), locations.end());
  std::string list;
  for (const std::string& location : locations) list += (list.empty() ? "" : ", ") + location;
  const std::string kind = to_string(found.kind);
  return {"finding " + kind + ' ' + found.variable + ' ' + list,
          kind + ": " + found.summary + " (" + list + ')', ""};
}

/// The first line in which the text differs from the usual one.
std::string difference(const std::string& text, const std::string& usual) {
  std::istringstream lines(text);
  std::istringstream usual_lines(usual);
  for (int number = 1;; ++number) {
    std::string line;
    std::string usual_line;
    const bool has_line = static_cast<bool>(std::getline(lines, line));
    const bool has_usual = static_cast<bool>(std::getline(usual_lines, usual_line));
    if (has_line == has_usual && line == usual_line && has_line) continue;
    if (!has_line && !has_usual) return "only one of the outputs ends with a newline";
    const auto quote = [](bool exists, const std::string& l) {
      return exists ? '\'' + l.substr(0, 60) + '\'' : std::string("the end");
    };
    return "line " + std::to_string(number) + " is " + quote(has_line, line) + " instead of " +
           quote(has_usual, usual_line);
  }
}

/// Whether a race is on the variable: then its values are no surprise.
bool races_on(const json_report& report, const std::string& name) {
  return std::any_of(report.findings.begin(), report.findings.end(), [&](const finding& f) {
    return f.kind == finding_kind::race && (f.variable == name || f.variable.ends_with(' ' + name));
  });
}

bool has_crash(const json_report& report) {
  return std::any_of(report.findings.begin(), report.findings.end(),
                     [](const finding& f) { return f.kind == finding_kind::crash; });
}

}  // namespace

std::vector<observation> observe(const explored_run& run, const explored_run* usual) {
  std::vector<observation> all;
  for (const finding& found : run.report.findings) all.push_back(observation_of(found));
  if (run.timed_out) {
    all.push_back({"hang", "hang: the run exceeded its time limit", ""});
    return all;
  }
  if (run.how.signal != 0) {
    // A crash of a kernel is a finding already.
    if (has_crash(run.report)) return all;
    all.push_back({"crash " + std::to_string(run.how.signal),
                   std::string("crash: ") + strsignal(run.how.signal), ""});
    return all;
  }
  const bool is_explained =
      !run.report.findings.empty() && run.how.status == detail::base::options().exitcode;
  if (run.how.status != 0 && !is_explained) {
    all.push_back({"status " + std::to_string(run.how.status),
                   "exit status " + std::to_string(run.how.status), ""});
  }
  if (usual == nullptr) return all;
  for (const values_difference& d : compare(run.values, usual->values)) {
    if (races_on(run.report, d.name)) continue;
    all.push_back({"values " + d.location + ' ' + d.name,
                   "values of " + d.name + " depend on the schedule, at the end of the launch at " +
                       d.location,
                   d.elements});
  }
  if (usual->is_output_repeatable && run.output != usual->output) {
    all.push_back({"output", "the output differs from that of schedule=forward",
                   difference(run.output, usual->output)});
  }
  return all;
}

}  // namespace milliamp::command
