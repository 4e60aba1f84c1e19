#include "report/report_writer.h"

#include "base/output_path.h"
#include "report/github_writer.h"
#include "report/json_writer.h"
#include "report/merged_report.h"
#include "report/merged_sarif.h"
#include "report/sarif_writer.h"
#include "report/text_writer.h"

namespace milliamp::detail::report {

namespace {

template <class Writer>
std::unique_ptr<report_writer> make(const std::string& path, report_join join) {
  return std::make_unique<Writer>(path, join);
}

/// Appends what is not there yet.
std::string append_report(const std::string& there, const std::string& report,
                          const std::string& joined) {
  return there + report.substr(joined.size());
}

struct format {
  std::unique_ptr<report_writer> (*make)(const std::string& path, report_join join);
  report_join join;
};

/// In the order of base::report_format.
constexpr format formats[] = {
    {make<text_writer>, append_report},
    {make<json_writer>, merge_json},
    {make<sarif_writer>, merge_sarif},
    {make<github_writer>, append_report},
};

}  // namespace

void document_writer::update(const run_summary& run) {
  if (!output_.is_replaceable()) return;
  output_.replace(document(run));
  output_.commit();
}

void document_writer::finish(const run_summary& run) {
  // A file always gets a document; standard error only when there is something to report.
  if (run.count() != 0 || output_.has_path()) {
    output_.replace(document(run));
    output_.commit();
  }
}

std::unique_ptr<report_writer> make_report_writer(const base::options& options,
                                                  earlier_reports earlier,
                                                  const std::string& test) {
  const format& chosen = formats[static_cast<std::size_t>(options.report_format)];
  return chosen.make(base::expand_path(options.report_path, test),
                     earlier == earlier_reports::kept ? chosen.join : nullptr);
}

}  // namespace milliamp::detail::report
