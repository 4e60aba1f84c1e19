#include "report/report_writer.h"

#include "base/output_path.h"
#include "report/github_writer.h"
#include "report/json_writer.h"
#include "report/sarif_writer.h"
#include "report/text_writer.h"

namespace milliamp::detail::report {

namespace {

template <class Writer>
std::unique_ptr<report_writer> make(const std::string& path, earlier_reports earlier) {
  const report_join join = Writer::join;
  return std::make_unique<Writer>(path, earlier == earlier_reports::kept ? join : nullptr);
}

/// In the order of base::report_format.
constexpr decltype(&make<text_writer>) makers[] = {
#define MILLIAMP_REPORT_FORMAT(name) make<name##_writer>,
#include "base/report_formats.def"
};

}  // namespace

std::string report_writer::join(const std::string& there, const std::string& report,
                                const std::string& joined) {
  return there + report.substr(joined.size());
}

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
  const auto make_chosen = makers[static_cast<std::size_t>(options.report_format)];
  return make_chosen(base::expand_path(options.report_path, test), earlier);
}

}  // namespace milliamp::detail::report
