/// @file
/// The last report of a process that a signal or std::terminate() is about to end.
///
/// A report is written in place, on the signal stack, as the sanitizers write theirs: it allocates,
/// takes locks and reads debug information, none of which is async-signal-safe. Kernels rarely hold
/// a lock of the C library when they fault. If one does, or has damaged the heap, the report stops
/// at that lock or faults. The guard below then writes one plain line with write() and ends the
/// process by its signal.
#pragma once

#include "report/finding.h"

#include <signal.h>

#include <functional>

namespace milliamp::detail::engine {

/// Guards a report from recursion, deadlock and concurrent reports during its lifetime. It unblocks
/// the signals of faults: one in the report ends the process, as does a report of ten seconds.
class crash_guard {
 public:
  /// @param signal the signal that ends the process, also when the report fails
  /// @param instruction the interrupted instruction, named in the line that replaces such a report
  crash_guard(int signal, const void* instruction);
  ~crash_guard();
  crash_guard(const crash_guard&) = delete;
  crash_guard& operator=(const crash_guard&) = delete;

  /// Whether the caller should report the crash. Only the first crash of a process is reported; the
  /// constructors of others wait for that. Also false for a crash during a report.
  bool is_first() const { return is_first_; }

 private:
  bool is_first_ = false;
  sigset_t previous_mask_{};
  struct sigaction previous_on_alarm_ {};
  unsigned previous_alarm_ = 0;
};

/// Reports a crash, then other findings, and completes the report.
/// @param report_others adds the findings of running launches, which the crash ends
void report_crash(const finding& crash,
                  const std::function<void(const finding& crash)>& report_others);

/// Reports the findings of the test that runs, if a signal is about to end the process outside of
/// kernels.
void report_running_test(int signal, const void* instruction);

}  // namespace milliamp::detail::engine
