/// @file
/// Views of memory that has fewer elements.
#pragma once

#include "diagnose/top_level_view.h"

#include <cstddef>
#include <string>
#include <vector>

namespace milliamp::detail::diagnose {

/// A view that was made from a pointer to less memory than it needs.
struct small_source_fact {
  top_level_view view;
  std::vector<int> element;  ///< the index of the first one beyond the end
  std::string source;        ///< such as "a heap block of 64 bytes"
  std::size_t offset;        ///< of the view in the source, in bytes
};

finding diagnose(const small_source_fact& fact);

}  // namespace milliamp::detail::diagnose
