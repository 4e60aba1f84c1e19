/// @file
/// One report of several.
#pragma once

#include "report/finding_list.h"
#include "report/json_reader.h"
#include "report/run_summary.h"

#include <string>
#include <vector>

namespace milliamp::detail::report {

/// The findings of several reports. Findings of the same kind at the same lines become one.
class merged_report {
 public:
  merged_report() { totals_.runs = 0; }

  void add(const json_report& read);

  const std::vector<finding>& findings() const { return list_.all(); }

  /// The contents of the merged report. They refer to this object.
  run_summary summary() const;

 private:
  void add_suppressions(const json_report& read);

  finding_list list_;
  std::vector<finding_origin> origins_;  ///< the origins of the findings
  run_summary totals_;                   ///< the rest
};

/// A report_join of documents with report_format=json.
std::string merge_json(const std::string& there, const std::string& report,
                       const std::string& joined);

}  // namespace milliamp::detail::report
