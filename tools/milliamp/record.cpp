#include "record.h"

#include "base/options.h"
#include "base/shell_word.h"
#include "compiler_arguments.h"
#include "earlier_recording.h"
#include "error.h"
#include "output.h"
#include "trace/chrome_trace.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>

namespace milliamp::command {

namespace {

/// Replaces a recording by the same as Chrome trace events.
void convert_to_chrome_trace(const std::string& path) {
  const std::string text = to_chrome_trace(detail::trace::read_recording(path));
  write_file(path, text + '\n');
}

}  // namespace

void count(const counting_options& options) {
  if (options.table) add_run_option("counts", "1");
  if (!options.path.empty()) add_run_path("counts_path", options.path);
}

void add_run_option(const std::string& key, const std::string& value) {
  const char* const given = std::getenv("MILLIAMP_OPTIONS");
  const std::string before = given != nullptr && *given != '\0' ? given + std::string(":") : "";
  setenv("MILLIAMP_OPTIONS", (before + key + '=' + value).c_str(), 1);
}

void add_run_path(const std::string& key, const std::string& path) {
  add_run_option(key, detail::base::option_value(path));
}

bool is_program(const std::vector<std::string>& arguments) {
  return !arguments.empty() && read_compiler_arguments(arguments).sources.empty() &&
         std::filesystem::is_regular_file(arguments.front()) &&
         access(arguments.front().c_str(), X_OK) == 0;
}

std::vector<std::string> program_command(const std::vector<std::string>& program,
                                         const std::vector<std::string>& arguments) {
  if (program.size() > 1) {
    throw error("unknown argument '" + program[1] + "'; the program's own arguments follow --");
  }
  std::vector<std::string> command{std::filesystem::absolute(program.front())};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return command;
}

namespace {

/// Why the program has left no recording; empty if it has left one.
std::string why_nothing(const recording_options& options, const ending& program) {
  if (!std::filesystem::exists(options.path)) {
    const bool has_succeeded = program.signal == 0 && program.status == 0;
    return std::string("nothing was recorded: no kernel ran ") +
           (has_succeeded ? "" : "to its end ") + "on the checking engine (REF)";
  }
  try {
    if (!detail::trace::read_recording(options.path).launches.empty()) return "";
    std::filesystem::remove(options.path);
    return "nothing was recorded: the checking engine (REF) ran no launch numbered " +
           std::to_string(options.first_launch.value_or(1)) + " or higher";
  } catch (const detail::trace::bad_recording&) {
    // The library has said why it could not write all of it.
    return "the recording in " + options.path + " is incomplete";
  }
}

/// Says what has become of the recording.
void describe(const recording_options& options, const ending& program, earlier_recording& earlier) {
  const std::string& path = options.path;
  if (const std::string why = why_nothing(options, program); !why.empty()) {
    std::cerr << "milliamp: " << why << '\n';
    if (earlier.exists())
      std::cerr << "milliamp: " << path << " still holds the earlier recording\n";
    return;
  }
  earlier.replace();
  if (options.format == "chrome") {
    convert_to_chrome_trace(path);
    std::cerr << "milliamp: open " << path << " in chrome://tracing or ui.perfetto.dev\n";
  } else {
    std::cerr << "milliamp: the recording is in " << path << "; to view it, run: milliamp view "
              << detail::base::shell_word(path) << '\n';
  }
}

}  // namespace

ending record(const recording_options& options, const std::function<ending()>& run) {
  add_run_path("trace_path", options.path);
  if (options.global) add_run_option("trace_global", "1");
  const auto add = [](const char* key, const std::optional<std::uint64_t>& value) {
    if (value) add_run_option(key, std::to_string(*value));
  };
  add("trace_first_launch", options.first_launch);
  add("trace_launches", options.launches);
  add("trace_first_tile", options.first_tile);
  add("trace_tiles", options.tiles);
  add("trace_events", options.events);

  earlier_recording earlier(options.path);
  const ending ended = run();
  describe(options, ended, earlier);
  return ended;
}

}  // namespace milliamp::command
