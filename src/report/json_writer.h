/// @file
/// The report format for machines: one JSON document, by findings.schema.json.
#pragma once

#include "report/merged_report.h"
#include "report/report_writer.h"

#include <string>

namespace milliamp::detail::report {

/// A finding as in the JSON report.
std::string to_json(const finding& found);

/// The document with report_format=json.
std::string json_document(const run_summary& run);

class json_writer final : public document_writer {
 public:
  using document_writer::document_writer;
  static constexpr report_join join = merge_json;

 private:
  std::string document(const run_summary& run) const override { return json_document(run); }
};

}  // namespace milliamp::detail::report
