/// @file
/// What the headers for GoogleTest use of the reports (milliamp/detail/test_report.h).

#include "base/options.h"
#include "base/shell_word.h"
#include "report/finding_collector.h"
#include "report/reporter.h"
#include "report/source_location.h"

#include <milliamp/detail/test_report.h>

namespace milliamp::detail {

void begin_test(const std::string& name) { report::reporter::instance().begin_test(name); }

void set_test_scope(finding_scope* scope) { finding_collector::set_test_scope(scope); }

void report_running_test() { report::reporter::instance().report_running_test(); }

void end_test() { report::reporter::instance().end_test(); }

void add_to_report(const std::vector<finding>& found) {
  report::reporter::instance().add_of_test(found);
}

std::string options_for_shell() {
  return "MILLIAMP_OPTIONS=" + base::shell_word(base::to_string(base::current_options()));
}

source_frame main_frame(const finding& found) {
  const report::source_location location = report::main_location(found);
  return {location.function, location.file, location.line, location.column};
}

}  // namespace milliamp::detail
