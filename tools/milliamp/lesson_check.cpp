#include "lesson_check.h"

#include "base/options.h"
#include "base/read_file.h"
#include "error.h"
#include "installation.h"
#include "process.h"
#include "temporary_directory.h"

#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <regex>
#include <sstream>

namespace milliamp::command {

namespace {

/// Fixed orders that differ from each other, and as many random ones as run in at most a second.
std::vector<std::string> schedules() {
  std::vector<std::string> all{"schedule=forward", "schedule=reverse"};
  for (int seed = 1; seed <= 10; ++seed) {
    all.push_back("schedule=random:seed=" + std::to_string(seed));
  }
  return all;
}

/// The answer to a report or to a wrong result. In answers.txt, empty lines separate the answers.
/// The first line of each is a regular expression; the first one that is found in the text counts.
std::string answer_to(const std::string& text, const lesson& of) {
  std::istringstream lines(detail::base::read_file(of.directory / "answers.txt").value_or(""));
  for (std::string pattern; std::getline(lines, pattern);) {
    std::string answer;
    for (std::string line; std::getline(lines, line) && !line.empty();) answer += line + '\n';
    if (std::regex_search(text, std::regex(pattern))) return answer;
  }
  return "";
}

/// A text in which the answers can be looked up; empty if the run has shown no fault.
std::string fault_of(const captured& run, const std::filesystem::path& report) {
  const std::string findings = detail::base::read_file(report).value_or("");
  if (!findings.empty()) return findings;
  if (run.how.signal == SIGALRM) return "no end: the program was still running after a minute\n";
  if (run.how.signal != 0) {
    return "crash: signal " + std::to_string(run.how.signal) + " ended the program\n";
  }
  return run.how.status == 0 ? "" : run.output;
}

}  // namespace

verdict check_solution(const lesson& of, const std::filesystem::path& solution,
                       const compiler& cxx) {
  if (!std::filesystem::is_regular_file(solution)) {
    throw error("there is no file '" + solution.string() + "'; begin with a copy of " +
                (of.directory / "exercise.cpp").string());
  }
  const temporary_directory here;
  const std::string program = here.path() / "check";
  const std::string quoted = '"' + std::filesystem::absolute(solution).string() + '"';
  // The check's views record who accesses them, which amp code could not.
  const language_options no_language{.on = false, .allowed = {}};
  const ending compiled = run(compile_command(
      cxx, find_installation(), checking::on,
      {"-std=c++17", "-O0", "-DEXERCISE=" + quoted, of.directory / "check.cpp", "-o", program},
      no_language));
  if (compiled.signal != 0 || compiled.status != 0) return {false, ""};

  const std::filesystem::path report = here.path() / "report";
  const std::string color = isatty(STDOUT_FILENO) != 0 ? "always" : "never";
  for (const std::string& schedule : schedules()) {
    // With one worker, tiles run one after another: a tile that waits for a later one never ends.
    const std::string options =
        "workers=1:report_path=" + detail::base::option_value(report.string()) + ":color=" + color;
    setenv("MILLIAMP_OPTIONS", (schedule + ":" + options).c_str(), 1);
    const std::string fault = fault_of(capture({program}), report);
    if (fault.empty()) continue;
    const std::string answer = answer_to(fault, of);
    return {false, "With MILLIAMP_OPTIONS=" + schedule + ":\n\n" + fault +
                       (answer.empty() ? "" : "\n" + answer)};
  }
  return {true, ""};
}

}  // namespace milliamp::command
