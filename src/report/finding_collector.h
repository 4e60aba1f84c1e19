/// @file
/// Passes findings to the scopes that collect them.
#pragma once

#include <milliamp/finding.h>

#include <vector>

namespace milliamp {

/// Fills the scope that covers the calling thread.
class finding_collector {
 public:
  /// Moves findings into the scope. Returns false when no scope covers the thread.
  static bool take(std::vector<finding>& found);
  /// Whether a scope covers the calling thread.
  static bool covers();
  /// See detail::set_test_scope().
  static void set_test_scope(finding_scope* scope);
  /// Returns the findings of the running test, and removes them from its scope.
  static std::vector<finding> take_from_test();
  /// Disables all scopes: the process is about to end, and the findings in scopes would be lost.
  static void close();
};

}  // namespace milliamp
