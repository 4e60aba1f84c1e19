/// @file
/// The report of a test program.
#ifndef MILLIAMP_DETAIL_TEST_REPORT_H
#define MILLIAMP_DETAIL_TEST_REPORT_H

#include <milliamp/export.h>
#include <milliamp/finding.h>

#include <string>
#include <vector>

namespace milliamp::detail {

/// Sets the name of the test that begins, for `%t` in the option report_path.
MILLIAMP_API void begin_test(const std::string& name);
/// Sets the scope that collects the findings of the test; null: none does any more. If the process
/// ends before, they are in its report.
MILLIAMP_API void set_test_scope(finding_scope* scope);
/// Reports the findings of the test, which the process ends.
MILLIAMP_API void report_running_test();
/// Completes the report of the test, if it has one of its own.
MILLIAMP_API void end_test();
/// Adds findings that made the test fail to the report, if that is written to a file or has a
/// format other than text.
MILLIAMP_API void add_to_report(const std::vector<finding>& found);

/// The options that repeat the run, for a shell: `MILLIAMP_OPTIONS=schedule=random:seed=3`.
MILLIAMP_API std::string options_for_shell();

/// Where to show a finding: the innermost frame of the first event that has a location in the
/// source, or else a location that explains the finding. Empty if nothing has one.
MILLIAMP_API source_frame main_frame(const finding& found);

}  // namespace milliamp::detail

#endif
