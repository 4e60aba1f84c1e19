#include "suggest.h"

#include "merge.h"
#include "output.h"
#include "record.h"
#include "report/source_location.h"
#include "report/suppressions.h"
#include "temporary_directory.h"

#include <unistd.h>

#include <cstddef>
#include <filesystem>
#include <limits>
#include <set>

namespace milliamp::command {

namespace report = detail::report;

namespace {

/// Redirects standard output, which is reserved for the suggestions, to standard error.
class scoped_output_to_error {
 public:
  scoped_output_to_error() : output_(dup(STDOUT_FILENO)) { dup2(STDERR_FILENO, STDOUT_FILENO); }
  ~scoped_output_to_error() {
    dup2(output_, STDOUT_FILENO);
    close(output_);
  }
  scoped_output_to_error(const scoped_output_to_error&) = delete;
  scoped_output_to_error& operator=(const scoped_output_to_error&) = delete;

 private:
  int output_;
};

}  // namespace

ending suggest_suppressions(const std::function<ending()>& run) {
  const temporary_directory directory;
  const std::string path = directory.path() / "report";
  add_run_option("report_format", "json");
  add_run_path("report_path", path);
  add_run_option("max_reports", std::to_string(std::numeric_limits<std::size_t>::max()));
  const ending ended = [&] {
    const scoped_output_to_error aside;
    return run();
  }();
  // There is none if the program was not compiled, or was killed.
  if (!std::filesystem::exists(path)) return ended;

  std::string text;
  std::set<std::string> printed;
  for (const finding& found : read_report(path).findings) {
    const std::string line = report::suggest_suppression(found);
    if (line.empty() || !printed.insert(line).second) continue;
    text += "# " + found.summary + '\n';
    if (!found.events.empty()) {
      text += "# " + report::to_string(report::location_of(found.events.front(), found)) + '\n';
    }
    text += line + '\n';
  }
  print(text);
  return ended;
}

}  // namespace milliamp::command
