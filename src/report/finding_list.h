/// @file
/// A list of findings without duplicates.
#pragma once

#include <milliamp/finding.h>

#include <cstddef>
#include <unordered_map>
#include <vector>

namespace milliamp::detail::report {

/// Which one of duplicates a list keeps. That with the smallest columns and threads does not depend
/// on the order in which workers or processes add them. A report that has been written keeps the
/// first.
enum class kept_duplicate : bool { smallest, first };

class finding_list {
 public:
  explicit finding_list(kept_duplicate kept = kept_duplicate::smallest) : kept_(kept) {}

  /// Adds a finding. A duplicate, of the same kind, on the same variable and at the same lines, is
  /// only counted. Takes constant time.
  /// @return its index in all()
  std::size_t add(finding found);

  /// The findings in the order in which they were added.
  const std::vector<finding>& all() const { return findings_; }

  /// Returns all findings and clears the list.
  std::vector<finding> take();

 private:
  kept_duplicate kept_;
  std::vector<finding> findings_;
  /// Indices of the findings, by a hash that is equal for duplicates.
  std::unordered_multimap<std::size_t, std::size_t> indices_;
};

}  // namespace milliamp::detail::report
