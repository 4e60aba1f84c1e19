/// @file
/// Any text is a report to merge or is refused, and a report can be written in every format.
#include "base/options.h"
#include "report/json_reader.h"
#include "report/report_writer.h"
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
  using base::report_format;
  for (const report_format format :
       {report_format::text, report_format::json, report_format::sarif, report_format::github}) {
    options.report_format = format;
    const auto writer = report::make_report_writer(options);
    for (const milliamp::finding& found : read.findings) writer->write(found);
    writer->finish(run);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    write(report::read_json(std::string(reinterpret_cast<const char*>(data), size)));
  } catch (const std::invalid_argument&) {
  }
  return 0;
}
