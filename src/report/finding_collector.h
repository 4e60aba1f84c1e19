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
  /// Disables all scopes: the process is about to end, and the findings in scopes would be lost.
  static void close();
};

}  // namespace milliamp
