#include "report/source_root.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace milliamp::detail::report {

namespace {

namespace fs = std::filesystem;

/// The repository of a GitHub workflow; empty outside of one.
std::string workspace() {
  const char* const value = std::getenv("GITHUB_WORKSPACE");
  std::string path = value != nullptr && *value == '/' ? value : "";
  while (path.ends_with('/')) path.pop_back();
  return path;
}

bool is_within(const fs::path& file, const fs::path& directory) {
  return std::mismatch(directory.begin(), directory.end(), file.begin(), file.end()).first ==
         directory.end();
}

/// The repository of a file: that of the workflow, or else the directory with `.git` above the
/// file. Empty if there is none.
std::string repository_of(const fs::path& file) {
  if (!file.is_absolute()) return "";
  if (const std::string whole = workspace(); !whole.empty() && is_within(file, whole)) return whole;
  std::error_code ignored;
  for (fs::path above = file.parent_path(); above.has_relative_path();
       above = above.parent_path()) {
    if (fs::exists(above / ".git", ignored)) return above;
  }
  return "";
}

std::string working_directory() {
  if (std::string whole = workspace(); !whole.empty()) return whole;
  std::error_code ignored;
  return fs::current_path(ignored);
}

/// The first directory that is known from the sources of the findings.
std::string repository_of(std::span<const finding> findings) {
  std::string path;
  for (const finding& found : findings) {
    for (const event& e : found.events) {
      for (const source_frame& frame : e.frames) {
        if (path.empty()) path = repository_of(fs::path(frame.file));
      }
    }
  }
  return path;
}

}  // namespace

source_root::source_root(std::span<const finding> findings) : path_(repository_of(findings)) {
  complete();
}

source_root::source_root(const std::string& file) : path_(repository_of(fs::path(file))) {
  complete();
}

void source_root::complete() {
  if (path_.empty()) path_ = working_directory();
  while (path_.ends_with('/')) path_.pop_back();
}

}  // namespace milliamp::detail::report
