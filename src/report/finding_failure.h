/// @file
/// The exception with which a launch ends because of a finding.
#pragma once

#include <milliamp/exceptions.h>
#include <milliamp/finding.h>

#include <exception>
#include <string>
#include <vector>

namespace milliamp::detail::report {

/// Ends a launch whose kernel cannot continue, or must not start.
class finding_failure : public concurrency::runtime_exception {
 public:
  /// @param message describes the cause in full: its finding may not have been printed
  finding_failure(finding_kind kind, const std::string& message);
  /// Refers to a finding that the report of the process has.
  explicit finding_failure(const finding& reported);

  finding_kind kind() const { return kind_; }
  /// Whether the message refers to the report.
  bool is_reported() const { return is_reported_; }

 private:
  finding_kind kind_;
  bool is_reported_ = false;
};

/// Replaces the failure of a launch by one that refers to the report, if the report has its cause.
/// @param reported see reporter::add()
std::exception_ptr refer_to_report(const std::exception_ptr& failure,
                                   const std::vector<finding>& reported);

/// Whether an exception refers to the report.
bool is_reported(const std::exception_ptr& exception);

}  // namespace milliamp::detail::report
