#include "explored_run.h"

#include "base/options.h"
#include "base/read_file.h"
#include "error.h"
#include "merge.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <utility>

namespace milliamp::command {

namespace {

using detail::base::option_value;
using detail::report::json_report;

/// What a new process needs, made before fork(): another thread may hold the allocator's lock then.
struct process_image {
  process_image(const std::vector<std::string>& command, const std::string& options) {
    for (char** e = environ; *e != nullptr; ++e) {
      if (!std::string_view(*e).starts_with("MILLIAMP_OPTIONS=")) environment.emplace_back(*e);
    }
    environment.push_back("MILLIAMP_OPTIONS=" + options);
    for (const std::string& a : command) argv.push_back(const_cast<char*>(a.c_str()));
    for (const std::string& e : environment) envp.push_back(const_cast<char*>(e.c_str()));
    argv.push_back(nullptr);
    envp.push_back(nullptr);
  }

  std::vector<std::string> environment;
  std::vector<char*> argv;
  std::vector<char*> envp;
};

void redirect(int file, const char* path, int flags) {
  const int opened = open(path, flags, 0600);
  if (opened < 0 || dup2(opened, file) < 0) _exit(own_failure);
}

/// Waits for a process. @return false if it was still running after the time limit, or when a
/// signal arrived; it is killed, with what it has started
bool wait_for(pid_t process, std::chrono::seconds limit, const held_signals& signals, int& status) {
  const auto end = std::chrono::steady_clock::now() + limit;
  for (std::chrono::microseconds pause(500);;
       pause = std::min<std::chrono::microseconds>(pause * 2, std::chrono::milliseconds(20))) {
    if (waitpid(process, &status, WNOHANG) == process) return true;
    if (signals.has_arrived() || std::chrono::steady_clock::now() >= end) break;
    std::this_thread::sleep_for(pause);
  }
  kill(-process, SIGKILL);
  waitpid(process, &status, 0);
  return false;
}

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
    if (!has_line && !has_usual) return "only one ends with a line feed";
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
  const std::string output = prefix + ".out";
  const std::string errors = prefix + ".err";
  const std::string report = prefix + ".json";
  const std::string values = prefix + ".values";
  const process_image image(
      command_, user_options_ + ':' + schedule +
                    ":workers=1:exitcode=" + std::to_string(detail::base::options().exitcode) +
                    ":report_format=json:report_path=" + option_value(report) +
                    ":values_path=" + option_value(values));
  std::filesystem::remove(report);
  std::filesystem::remove(values);
  const pid_t process = fork();
  if (process == -1) throw error("cannot start " + command_[0] + ": " + std::strerror(errno));
  if (process == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setpgid(0, 0);  // with what it starts, it can be killed
    signals_.release();
    redirect(STDIN_FILENO, "/dev/null", O_RDONLY);
    redirect(STDOUT_FILENO, output.c_str(), O_WRONLY | O_CREAT | O_TRUNC);
    redirect(STDERR_FILENO, errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC);
    execvpe(image.argv[0], image.argv.data(), image.envp.data());
    _exit(127);
  }
  setpgid(process, process);
  explored_run result;
  result.schedule = schedule;
  int status = 0;
  result.timed_out = !wait_for(process, std::chrono::seconds(time_limit_), signals_, status);
  if (result.timed_out && signals_.has_arrived()) throw interrupted();
  if (WIFSIGNALED(status)) result.how.signal = WTERMSIG(status);
  if (WIFEXITED(status)) result.how.status = WEXITSTATUS(status);
  result.output = detail::base::read_file(output).value_or("");
  result.errors = detail::base::read_file(errors).value_or("");
  if (std::filesystem::exists(report) && std::filesystem::file_size(report) != 0) {
    try {
      result.report = read_report(report);
    } catch (const error&) {
      // The program was killed while it wrote the report.
    }
  }
  if (!result.timed_out) result.values = read_final_values(values);
  result.report.options = schedule;
  for (detail::report::finding_origin& o : result.report.origins) o.first_options = schedule;
  return result;
}

std::vector<observation> observe(const explored_run& run, const explored_run* usual) {
  std::vector<observation> all;
  for (const finding& found : run.report.findings) all.push_back(observation_of(found));
  if (run.timed_out) {
    all.push_back({"hang", "hang: it runs longer than the time limit", ""});
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
    all.push_back({"output", "the output is not that of schedule=forward",
                   difference(run.output, usual->output)});
  }
  return all;
}

}  // namespace milliamp::command
