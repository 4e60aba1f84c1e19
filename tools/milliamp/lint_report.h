/// @file
/// What `milliamp lint` writes about the diagnostics of all files: a log in SARIF, and a summary.
#ifndef MILLIAMP_COMMAND_LINT_REPORT_H
#define MILLIAMP_COMMAND_LINT_REPORT_H

#include "compiler_diagnostics.h"

#include <cstddef>
#include <string>
#include <vector>

namespace milliamp::command {

class lint_report {
 public:
  /// Adds what the compiler has reported of a file. A fault in a header is counted once, though
  /// each file that includes it has it.
  /// @param failed whether the compiler has failed
  void add(const std::vector<compiler_diagnostic>&, bool failed);

  /// Whether a file does not compile, or breaks a rule.
  bool has_faults() const { return faulty_files_ != 0; }

  /// A log of the Static Analysis Results Interchange Format 2.1.0, as reports are, with all rules
  /// of the language.
  std::string sarif() const;

  /// The number of diagnostics of each rule; empty if there are no faults.
  std::string summary() const;

 private:
  std::vector<compiler_diagnostic> all_;
  std::size_t files_ = 0;
  std::size_t faulty_files_ = 0;
};

}  // namespace milliamp::command

#endif
