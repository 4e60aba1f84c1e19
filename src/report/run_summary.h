/// @file
/// What there is to report about a run, whatever the format.
#pragma once

#include "report/finding.h"
#include "report/suppressions.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace milliamp::detail::report {

struct run_summary {
  /// The findings that are reported, in the order in which they arose.
  std::span<const finding> findings;
  /// How many more there are than max_reports allows.
  std::size_t not_shown = 0;
  /// How often findings arose, those that are not shown included.
  std::uint64_t instances = 0;
  /// What MILLIAMP_OPTIONS has to be for the run to be repeated.
  std::string options;

  std::string suppressions_path;
  std::uint64_t suppressed_instances = 0;
  std::vector<suppressions::entry> unused_suppressions;
};

}  // namespace milliamp::detail::report
