/// @file
/// The contents of a report, whatever its format.
#pragma once

#include "base/show.h"
#include "report/finding.h"
#include "report/suppressions.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace milliamp::detail::report {

/// Which runs of a merged report had a finding.
struct finding_origin {
  std::uint64_t runs = 0;
  std::string first_options;  ///< the options of the first run that had it
};

struct run_summary {
  /// The findings to report, in the order in which they arose.
  std::span<const finding> findings;
  /// The number of further findings, beyond max_reports.
  std::size_t not_shown = 0;
  /// How often findings arose, including those that are not shown.
  std::uint64_t instances = 0;
  /// The number of runs of a merged report, and the origins of its findings; otherwise 1 and none.
  std::uint64_t runs = 1;
  std::span<const finding_origin> origins;
  /// The value of MILLIAMP_OPTIONS that repeats the run.
  std::string options;

  std::string suppressions_path;
  std::uint64_t suppressed_instances = 0;
  std::vector<suppressions::entry> unused_suppressions;

  /// The number of all findings.
  std::size_t count() const { return findings.size() + not_shown; }

  /// `2 findings not shown (max_reports=1)`
  std::string describe_not_shown() const {
    return base::show_count(not_shown, "finding") +
           " not shown (max_reports=" + std::to_string(findings.size()) + ')';
  }
};

}  // namespace milliamp::detail::report
