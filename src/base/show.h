/// @file
/// Indices and extents as messages show them.
#pragma once

#include <string>

namespace milliamp::detail::base {

/// The components of an index or the lengths of an extent: `(3, 4)`.
inline std::string show(const int* components, int rank) {
  std::string text = "(";
  for (int d = 0; d < rank; ++d) text += (d > 0 ? ", " : "") + std::to_string(components[d]);
  return text + ")";
}

}  // namespace milliamp::detail::base
