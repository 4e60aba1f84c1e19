/// @file
/// Findings as JSON, for machines.
#pragma once

#include "report/run_summary.h"

#include <string>

namespace milliamp::detail::report {

/// One JSON document with all findings.
std::string json_report(const run_summary& run);

}  // namespace milliamp::detail::report
