#include "base/output_path.h"

#include "base/immortal.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

namespace milliamp::detail::base {

namespace {

/// As part of a file's name. Names of parameterized tests contain slashes.
std::string file_name(std::string name) {
  std::replace(name.begin(), name.end(), '/', '-');
  return name;
}

std::filesystem::path working_directory() {
  std::error_code ignored;
  return std::filesystem::current_path(ignored);
}

/// The directory when the library was loaded.
immortal<std::filesystem::path> first_directory(working_directory());

/// Resolves a path against the working directory at the start of the program.
std::string from_first_directory(std::string path) {
  if (path.empty() || path.starts_with('/') || working_directory() == *first_directory) return path;
  return absolute_path(path);
}

std::string replace_patterns(std::string_view path, std::string_view test) {
  std::string expanded;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const char pattern = path[i] == '%' && i + 1 < path.size() ? path[i + 1] : '\0';
    switch (pattern) {
      case 'p':
        expanded += std::to_string(getpid());
        break;
      case 'n':
        expanded += program_invocation_short_name;
        break;
      case 't':
        expanded += test.empty() ? "none" : file_name(std::string(test));
        break;
      case '%':
        expanded += '%';
        break;
      default:
        expanded += path[i];
        continue;
    }
    ++i;
  }
  return expanded;
}

}  // namespace

std::string absolute_path(const std::string& path) { return *first_directory / path; }

std::string expand_path(std::string_view path, std::string_view test) {
  return from_first_directory(replace_patterns(path, test));
}

bool names_test(std::string_view path) {
  return replace_patterns(path, "a") != replace_patterns(path, "b");
}

}  // namespace milliamp::detail::base
