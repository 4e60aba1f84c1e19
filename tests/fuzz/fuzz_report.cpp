/// @file
/// Any text is a report to merge or is refused, in JSON and in SARIF, and a report can be written
/// in every format.
#include "base/options.h"
#include "report/json_reader.h"
#include "report/json_writer.h"
#include "report/merged_report.h"
#include "report/merged_sarif.h"
#include "report/report_writer.h"
#include "report/sarif_writer.h"
#include "report/text_writer.h"

#include <cstdint>
#include <stdexcept>
#include <string>

namespace base = milliamp::detail::base;
namespace report = milliamp::detail::report;

namespace {

void write(const report::json_report& read) {
  report::run_summary run;
  run.findings = read.findings;
  run.origins = read.origins;
  run.runs = read.runs;
  run.instances = read.instances;
  run.not_shown = read.not_shown;
  run.options = read.options;
  base::options& options = base::current_options();
  options.report_path = "/dev/null";
  for (const auto format : {
#define MILLIAMP_REPORT_FORMAT(name) base::report_format::name,
#include "base/report_formats.def"
       }) {
    options.report_format = format;
    const auto writer = report::make_report_writer(options, report::earlier_reports::kept);
    for (const milliamp::finding& found : read.findings) writer->write(found);
    writer->finish(run);
  }
}

/// Joins a report without findings to a text.
void join(report::report_join merge, const std::string& report, const std::string& there) {
  try {
    merge(there, report, "");
  } catch (const std::invalid_argument&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string clean_json = report::json_document({});
  static const std::string clean_sarif = report::sarif_document({});
  const std::string text(reinterpret_cast<const char*>(data), size);
  join(report::merge_json, clean_json, text);
  join(report::merge_sarif, clean_sarif, text);
  try {
    write(report::read_json(text));
  } catch (const std::invalid_argument&) {
  }
  return 0;
}
