/// @file
/// Findings as people read them, in the manner of a compiler's diagnostics.
#pragma once

#include "report/run_summary.h"

#include <string>

namespace milliamp::detail::report {

/// The whole text of one finding.
std::string text_report(const finding& found, bool color);

/// What closes the report of a run; empty when there is nothing to say.
std::string text_summary(const run_summary& run);

}  // namespace milliamp::detail::report
