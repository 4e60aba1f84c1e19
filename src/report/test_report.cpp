#include "report/reporter.h"

#include <milliamp/detail/test_report.h>

namespace milliamp::detail {

void begin_test(const std::string& name) { report::reporter::instance().begin_test(name); }

void end_test() { report::reporter::instance().end_test(); }

void add_to_report(const std::vector<finding>& found) {
  report::reporter::instance().add_of_test(found);
}

}  // namespace milliamp::detail
