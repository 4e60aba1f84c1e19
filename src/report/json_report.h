/// @file
/// Findings as JSON, for machines.
#pragma once

#include "report/finding.h"

#include <string>
#include <vector>

namespace milliamp::detail {

/// One JSON document with all findings.
std::string json_report(const std::vector<finding>& findings);

}  // namespace milliamp::detail
