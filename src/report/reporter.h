/// @file
/// Collects the findings of the process, reports them according to the options, and sets the exit
/// status.
#pragma once

#include "base/immortal.h"
#include "base/mutex.h"
#include "base/options.h"
#include "report/finding_list.h"
#include "report/report_writer.h"
#include "report/run_summary.h"
#include "report/suppressions.h"

#include <sys/types.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace milliamp::detail::report {

/// Whether the process ends at the first finding.
inline bool ends_at_first_finding() {
  const base::options& o = base::current_options();
  return o.halt_on_error || o.abort_on_error;
}

class reporter {
 public:
  static reporter& instance();

  /// Adds findings, except suppressed ones. A finding_scope that covers the calling thread takes
  /// them; otherwise the new ones are passed to the report_writer. Ends the process with
  /// halt_on_error and abort_on_error.
  /// @param before_end is called before, with those that the report has
  /// @return those that the report has
  std::vector<finding> add(std::vector<finding> found,
                           const std::function<void(const std::vector<finding>&)>& before_end = {});

  /// Completes the report at the end of the process.
  /// @return the exit status of a program that would return `status`
  int finish(int status);

  /// Adds findings of a test that its assertions have collected, if the report is a file or has a
  /// format other than text.
  void add_of_test(std::vector<finding> found);
  /// Begins a test. If report_path names the test, it has a report of its own.
  void begin_test(std::string name);
  void end_test();
  /// Reports the findings of the running test, which is about to end with the process. If it has
  /// none, does nothing.
  void report_running_test();

  /// Completes the report and ends the process at once, while other threads may be running.
  [[noreturn]] void end_process();

 private:
  friend class base::immortal<reporter>;
  reporter();

  void enter_process() MILLIAMP_REQUIRES(mutex_);
  void write(const std::vector<finding>& found) MILLIAMP_REQUIRES(mutex_);
  run_summary summarize() const MILLIAMP_REQUIRES(mutex_);
  int finish_locked(int status) MILLIAMP_REQUIRES(mutex_);
  void complete_report() MILLIAMP_REQUIRES(mutex_);
  void end_report() MILLIAMP_REQUIRES(mutex_);
  void begin_report() MILLIAMP_REQUIRES(mutex_);
  report_writer& writer() MILLIAMP_REQUIRES(mutex_);

  base::mutex mutex_;
  pid_t process_ MILLIAMP_GUARDED_BY(mutex_);
  /// Whether the process is a child of the one that loaded the library.
  bool is_fork_ MILLIAMP_GUARDED_BY(mutex_) = false;
  suppressions suppressions_ MILLIAMP_GUARDED_BY(mutex_);
  finding_list findings_ MILLIAMP_GUARDED_BY(mutex_){kept_duplicate::first};
  /// How many findings the completed report has. A process that crashes completes it first, and may
  /// still call exit() in a handler of the program.
  std::optional<std::size_t> finished_findings_ MILLIAMP_GUARDED_BY(mutex_);
  /// The name of the running test; empty: none runs.
  std::string test_ MILLIAMP_GUARDED_BY(mutex_);
  /// Completed reports of tests: whether any exists, any has findings, any could not be written.
  bool had_reports_ MILLIAMP_GUARDED_BY(mutex_) = false;
  bool had_findings_ MILLIAMP_GUARDED_BY(mutex_) = false;
  bool had_failures_ MILLIAMP_GUARDED_BY(mutex_) = false;
  std::unique_ptr<report_writer> writer_ MILLIAMP_GUARDED_BY(mutex_);
};

}  // namespace milliamp::detail::report
