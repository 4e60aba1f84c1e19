#include "report/report_writer.h"

#include "report/json_writer.h"
#include "report/sarif_writer.h"
#include "report/text_writer.h"

#include <algorithm>

namespace milliamp::detail::report {

namespace {

struct format {
  base::report_format name;
  std::unique_ptr<report_writer> (*make)(const std::string& path);
};

template <class Writer>
std::unique_ptr<report_writer> make(const std::string& path) {
  return std::make_unique<Writer>(path);
}

constexpr format formats[] = {
    {base::report_format::text, make<text_writer>},
    {base::report_format::json, make<json_writer>},
    {base::report_format::sarif, make<sarif_writer>},
};

}  // namespace

void document_writer::update(const run_summary& run) {
  if (output_.is_replaceable()) output_.replace(document(run));
}

void document_writer::finish(const run_summary& run) {
  // A file always gets a document; standard error only when there is something to report.
  if (run.count() != 0 || !base::current_options().report_path.empty()) {
    output_.replace(document(run));
  }
}

std::unique_ptr<report_writer> make_report_writer(const base::options& options) {
  const auto chosen = std::find_if(std::begin(formats), std::end(formats), [&](const format& f) {
    return f.name == options.report_format;
  });
  return chosen->make(options.report_path);
}

}  // namespace milliamp::detail::report
