/// @file
/// A list of findings without duplicates.
#pragma once

#include <milliamp/finding.h>

#include <cstddef>
#include <unordered_map>
#include <vector>

namespace milliamp::detail::report {

class finding_list {
 public:
  /// Adds a finding. A duplicate, of the same kind, on the same variable and at the same lines, is
  /// only counted; of the two, the one with the smaller columns is kept. Takes constant time.
  /// @return its index in all()
  std::size_t add(finding found);

  /// The findings in the order in which they were added.
  const std::vector<finding>& all() const { return findings_; }

  /// Returns all findings and clears the list.
  std::vector<finding> take();

 private:
  std::vector<finding> findings_;
  /// Indices of the findings, by a hash that is equal for duplicates.
  std::unordered_multimap<std::size_t, std::size_t> indices_;
};

}  // namespace milliamp::detail::report
