/// @file
/// Findings as JSON, for machines.
#pragma once

#include "report/run_report.h"

#include <string>

namespace milliamp::detail {

/// One JSON document with all findings.
std::string json_report(const run_report& run);

}  // namespace milliamp::detail
