/// @file
/// The report format for people, in the style of a compiler's diagnostics.
#pragma once

#include "report/report_writer.h"

#include <string>

namespace milliamp::detail::report {

class text_writer final : public report_writer {
 public:
  using report_writer::report_writer;

  /// Returns the complete text of a finding.
  /// @param width the most columns of its lines; paths may be longer
  static std::string text_of(const finding& found, bool color, std::size_t width);

  void write(const finding& found) override;
  void finish(const run_summary& run) override;

 private:
  /// The columns of a line, from the option `width` or the terminal.
  std::size_t width() const;
};

}  // namespace milliamp::detail::report
