/// @file
/// Findings, each of which stands for all of its kind at one place.
#pragma once

#include <milliamp/finding.h>

#include <cstddef>
#include <unordered_map>
#include <vector>

namespace milliamp::detail::report {

class finding_list {
 public:
  /// Adds a finding, or counts it with the one of the same kind on the same variable at the same
  /// lines that is there already; of the two, the one further to the left is kept. The time that
  /// takes does not depend on how many there are.
  void add(finding found);

  /// In the order in which they came.
  const std::vector<finding>& all() const { return findings_; }

  /// Hands over all of them; none is left.
  std::vector<finding> take();

 private:
  std::vector<finding> findings_;
  /// Their numbers, by a hash of what those have in common that are counted together.
  std::unordered_multimap<std::size_t, std::size_t> numbers_;
};

}  // namespace milliamp::detail::report
