#include "report/report_writer.h"

#include "report/github_writer.h"
#include "report/json_writer.h"
#include "report/report_path.h"
#include "report/sarif_writer.h"
#include "report/text_writer.h"

namespace milliamp::detail::report {

namespace {

template <class Writer>
std::unique_ptr<report_writer> make(const std::string& path) {
  return std::make_unique<Writer>(path);
}

/// In the order of base::report_format.
constexpr std::unique_ptr<report_writer> (*writers[])(const std::string& path) = {
    make<text_writer>,
    make<json_writer>,
    make<sarif_writer>,
    make<github_writer>,
};

}  // namespace

void document_writer::update(const run_summary& run) {
  if (!output_.is_replaceable()) return;
  output_.replace(document(run));
  output_.commit();
}

void document_writer::finish(const run_summary& run) {
  // A file always gets a document; standard error only when there is something to report.
  if (run.count() != 0 || !base::current_options().report_path.empty()) {
    output_.replace(document(run));
    output_.commit();
  }
}

std::unique_ptr<report_writer> make_report_writer(const base::options& options,
                                                  const std::string& test) {
  return writers[static_cast<std::size_t>(options.report_format)](
      expand_report_path(options.report_path, test));
}

}  // namespace milliamp::detail::report
