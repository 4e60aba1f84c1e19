/// @file
/// Findings as people read them, in the manner of a compiler's diagnostics.
#pragma once

#include "report/finding.h"

#include <string>
#include <vector>

namespace milliamp::detail {

/// The whole text of one finding.
std::string text_report(const finding& found, bool color);

/// The line that closes the report of a process.
std::string text_summary(const std::vector<finding>& findings);

}  // namespace milliamp::detail
