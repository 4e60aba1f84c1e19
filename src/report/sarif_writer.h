/// @file
/// The report format for code hosts and editors: one log of the Static Analysis Results Interchange
/// Format 2.1.0 (SARIF) with one run.
#pragma once

#include "report/merged_sarif.h"
#include "report/report_writer.h"

#include <string>

namespace milliamp::detail::report {

/// The document with report_format=sarif.
std::string sarif_document(const run_summary& run);

class sarif_writer final : public document_writer {
 public:
  using document_writer::document_writer;
  static constexpr report_join join = merge_sarif;

 private:
  std::string document(const run_summary& run) const override { return sarif_document(run); }
};

}  // namespace milliamp::detail::report
