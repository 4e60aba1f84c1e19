#include "suggest.h"

#include "base/options.h"
#include "merge.h"
#include "output.h"
#include "record.h"
#include "report/source_location.h"
#include "report/suppressions.h"
#include "temporary_directory.h"

#include <filesystem>
#include <set>

namespace milliamp::command {

namespace report = detail::report;

ending suggest_suppressions(const std::function<ending()>& run) {
  const temporary_directory directory;
  const std::string path = directory.path() / "report";
  add_run_option("report_format", "json");
  add_run_option("report_path", detail::base::option_value(path));
  const ending ended = run();
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
