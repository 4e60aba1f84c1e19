/// @file
/// Indices and extents in messages.
#pragma once

#include <string>

namespace milliamp::detail::base {

/// Returns the components of an index or an extent as `(3, 4)`.
inline std::string show(const int* components, int rank) {
  std::string text = "(";
  for (int d = 0; d < rank; ++d) text += (d > 0 ? ", " : "") + std::to_string(components[d]);
  return text + ")";
}

}  // namespace milliamp::detail::base
