/// @file
/// The report format for the log of a GitHub workflow: commands that annotate the lines of a pull
/// request.
#pragma once

#include "report/report_writer.h"

namespace milliamp::detail::report {

class github_writer final : public report_writer {
 public:
  using report_writer::report_writer;

  void write(const finding& found) override;
  void finish(const run_summary& run) override;
};

}  // namespace milliamp::detail::report
