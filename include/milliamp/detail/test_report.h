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
/// Completes the report of the test, if it has one of its own.
MILLIAMP_API void end_test();
/// Adds findings that made the test fail to the report, if it is written to a file.
MILLIAMP_API void add_to_report(const std::vector<finding>& found);

}  // namespace milliamp::detail

#endif
