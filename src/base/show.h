/// @file
/// Coordinates in messages and reports.
#pragma once

#include <string>
#include <vector>

namespace milliamp::detail::base {

/// The components of an index or the lengths of an extent: `(3,4)`.
template <class Integer>
std::string show(const Integer* components, int rank) {
  std::string text = "(";
  for (int d = 0; d < rank; ++d) {
    if (d > 0) text += ',';
    text += std::to_string(components[d]);
  }
  return text + ')';
}
template <class Integer>
std::string show(const std::vector<Integer>& components) {
  return show(components.data(), static_cast<int>(components.size()));
}

}  // namespace milliamp::detail::base
