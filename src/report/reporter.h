/// @file
/// Collects the findings of the process, writes them as the options say, and sees to the exit
/// status.
#pragma once

#include "report/finding_list.h"
#include "report/report_output.h"
#include "report/run_summary.h"
#include "report/suppressions.h"

#include <sys/types.h>

#include <mutex>
#include <optional>
#include <vector>

namespace milliamp::detail::report {

class reporter {
 public:
  static reporter& instance();

  /// Takes findings in, unless they are suppressed: into the finding_scope that covers the calling
  /// thread if there is one. Otherwise new ones are written: as text at once; in the other formats
  /// into the file that report_path names, which is valid after each, or else at the end of the
  /// process. With halt_on_error the process ends here.
  void add(std::vector<finding> found);

  /// Writes what is left to write and returns the exit status for a program that would return
  /// `status`. Called at the end of the process.
  int finish(int status);

 private:
  reporter();

  void enter_process();
  void take(std::vector<finding> found);
  run_summary describe_run() const;
  int finish_locked(int status);
  report_output& output();

  std::mutex mutex_;
  pid_t process_;
  /// Whether the process is a child of the one that loaded the library.
  bool is_fork_ = false;
  suppressions suppressions_;
  finding_list findings_;
  std::optional<report_output> output_;
};

}  // namespace milliamp::detail::report
