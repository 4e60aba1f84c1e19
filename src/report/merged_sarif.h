/// @file
/// One SARIF log of several.
#pragma once

#include <string>

namespace milliamp::detail::report {

/// A report_join of documents with report_format=sarif. The log has one run, as code hosts want it,
/// with an invocation for each run of a program. Equal results become one.
std::string merge_sarif(const std::string& there, const std::string& report,
                        const std::string& joined);

}  // namespace milliamp::detail::report
