/// @file
/// How findings come into the scopes that collect them.
#pragma once

#include <milliamp/finding.h>

#include <vector>

namespace milliamp {

/// Fills the scope that covers the calling thread.
class finding_collector {
 public:
  /// Moves findings into the scope; returns whether there is one.
  static bool take(std::vector<finding>& found);
  /// From now on there is none: the process is about to end, and what scopes have collected with
  /// it.
  static void close();
};

}  // namespace milliamp
