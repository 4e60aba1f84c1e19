/// @file
/// The interface of the report formats. A new format is a class in a separate file pair, which
/// report_writer.cpp includes, and a row in base/report_formats.def.
#pragma once

#include "base/options.h"
#include "report/report_output.h"
#include "report/run_summary.h"

#include <memory>
#include <string>

namespace milliamp::detail::report {

/// Writes the findings of a run in one format.
class report_writer {
 public:
  /// @param path the path of the report; empty: standard error
  /// @param join how the report joins what is in the file; null: it replaces that
  report_writer(const std::string& path, report_join join) : output_(path, join) {}
  virtual ~report_writer() = default;

  /// A report_join: appends what is not there yet. Classes of documents have their own.
  static std::string join(const std::string& there, const std::string& report,
                          const std::string& joined);

  /// Writes a new finding. Called at once for each, before update().
  virtual void write(const finding&) {}

  /// Brings the report up to date after new findings.
  virtual void update(const run_summary&) { output_.commit(); }

  /// Completes the report at the end of the process.
  virtual void finish(const run_summary& run) = 0;

  /// Whether the report could not be written to its destination.
  bool has_failed() const { return output_.has_failed(); }

 protected:
  report_output output_;
};

/// A format with one document for the whole run. A regular file holds a valid document after each
/// update; on a terminal or in a pipe, the document is written once, at the end.
class document_writer : public report_writer {
 public:
  using report_writer::report_writer;

  void update(const run_summary& run) final;
  void finish(const run_summary& run) final;

 private:
  virtual std::string document(const run_summary& run) const = 0;
};

/// Whether reports that are already in the file are kept.
enum class earlier_reports { kept, replaced };

/// Returns the writer that the options `report_format` and `report_path` ask for.
/// @param test the name of the running test, for the path
std::unique_ptr<report_writer> make_report_writer(const base::options& options,
                                                  earlier_reports earlier,
                                                  const std::string& test = "");

}  // namespace milliamp::detail::report
