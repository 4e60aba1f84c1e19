/// @file
/// Reads the reports that json_writer writes.
#pragma once

#include "report/run_summary.h"
#include "report/source_line.h"

#include <milliamp/finding.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace milliamp::detail::report {

/// The report of one run, or a merged one; as in run_summary.
struct json_report {
  std::string options;
  std::vector<finding> findings;
  std::vector<finding_origin> origins;  ///< one for each finding
  std::vector<recorded_line> lines;     ///< of the source, which may have changed since
  std::uint64_t runs = 1;
  std::size_t not_shown = 0;
  std::uint64_t instances = 0;
  std::string suppressions_path;
  std::uint64_t suppressed_instances = 0;
  std::vector<suppressions::entry> unused_suppressions;  ///< each with its text and its line
};

/// @throws std::invalid_argument if the text is not such a report
json_report read_json(const std::string& text);

}  // namespace milliamp::detail::report
