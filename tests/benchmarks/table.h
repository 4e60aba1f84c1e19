/// @file
/// The table in which the benchmarks end: what was compared, the ratio, and what the ratio was at
/// the last release.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "suite.h"

namespace milliamp::bench {

struct row {
  std::string workload;
  std::string ours;
  std::string baseline;
  double ours_figure;
  double baseline_figure;
  unit counts;
  std::optional<double> aim;     ///< the most that the ratio should be
  std::optional<double> before;  ///< the ratio at the last release

  double ratio() const { return ours_figure / baseline_figure; }
};

/// The rows of which both figures are there, in the order in which they were compared.
std::vector<row> rows_of(const suite& measured);

/// Looks up the rows' ratios in a table that was kept as JSON.
void set_before(std::vector<row>& rows, const nlohmann::json& kept);

/// The table as people read it.
std::string text_of(const std::vector<row>& rows);

/// The table as machines read it, with a description of this one; a table to keep.
nlohmann::json json_of(const std::vector<row>& rows);

}  // namespace milliamp::bench
