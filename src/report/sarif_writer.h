/// @file
/// Findings in the Static Analysis Results Interchange Format 2.1.0 (SARIF), which code hosts and
/// editors show.
#pragma once

#include "report/run_summary.h"

#include <string>

namespace milliamp::detail::report {

/// One SARIF log with one run.
std::string sarif_report(const run_summary& run);

}  // namespace milliamp::detail::report
