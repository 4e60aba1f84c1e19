/// @file
/// The table that the benchmarks print: the comparisons, their ratios, and the ratios at the last
/// release.
#pragma once

#include "suite.h"

#include <nlohmann/json_fwd.hpp>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace milliamp::bench {

struct row {
  std::string workload;
  std::string ours;
  std::string baseline;
  double ours_figure;
  double baseline_figure;
  unit counts;
  std::optional<double> aim;     ///< the upper limit of the ratio
  std::optional<double> before;  ///< the ratio at the last release

  double ratio() const { return ours_figure / baseline_figure; }
};

/// The rows with both figures, in the order of the comparisons.
std::vector<row> rows_of(const suite& measured);

/// Looks up the rows' ratios in a table that was saved as JSON.
void set_before(std::vector<row>& rows, const nlohmann::json& kept);

/// The table as text.
std::string text_of(const std::vector<row>& rows);

/// The table as JSON, with a description of this machine.
nlohmann::json json_of(const std::vector<row>& rows);

}  // namespace milliamp::bench
