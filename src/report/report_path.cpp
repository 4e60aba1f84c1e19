#include "report/report_path.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace milliamp::detail::report {

namespace {

/// As part of a file's name. Names of parameterized tests contain slashes.
std::string file_name(std::string name) {
  std::replace(name.begin(), name.end(), '/', '-');
  return name;
}

}  // namespace

std::string expand_report_path(std::string_view path, std::string_view test) {
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

bool names_test(std::string_view path) {
  return expand_report_path(path, "a") != expand_report_path(path, "b");
}

}  // namespace milliamp::detail::report
