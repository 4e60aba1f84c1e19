#include "progress.h"

#include "error.h"

#include <cstdlib>
#include <fstream>

namespace milliamp::command {

namespace {

/// The value of an environment variable, if it is an absolute path: the XDG base directory
/// specification asks to ignore others.
std::filesystem::path directory_in(const char* variable) {
  const char* value = std::getenv(variable);
  const std::filesystem::path path = value != nullptr ? value : "";
  return path.is_absolute() ? path : std::filesystem::path();
}

}  // namespace

std::filesystem::path progress_file() {
  const std::filesystem::path state = directory_in("XDG_STATE_HOME");
  return (state.empty() ? directory_in("HOME") / ".local/state" : state) / "milliamp/lessons";
}

std::set<std::string> solved_lessons() {
  std::set<std::string> solved;
  std::ifstream file(progress_file());
  for (std::string line; std::getline(file, line);) solved.insert(line);
  return solved;
}

void record_solved(const std::string& lesson) {
  if (solved_lessons().count(lesson) != 0) return;
  std::error_code ignored;  // The file cannot be opened either, then.
  std::filesystem::create_directories(progress_file().parent_path(), ignored);
  // Appends a short line in one write, so that two commands do not damage each other's.
  std::ofstream file(progress_file(), std::ios::app);
  file << lesson + '\n' << std::flush;
  if (!file) {
    throw unwritten("cannot record your progress in " + progress_file().string() +
                    "; set XDG_STATE_HOME to a writable directory");
  }
}

}  // namespace milliamp::command
