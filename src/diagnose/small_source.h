/// @file
/// Views of memory that has fewer elements.
#pragma once

#include "base/memory_range.h"
#include "diagnose/top_level_view.h"

#include <string>
#include <vector>

namespace milliamp::detail::diagnose {

/// A view that was made from a pointer to less memory than it needs.
struct small_source_fact {
  top_level_view view;
  std::vector<int> element;   ///< the index of the first one beyond the end
  base::memory_range source;  ///< the block of heap memory, or the static variable
  std::string variable;       ///< the name of the variable; empty for heap memory
  std::size_t offset;         ///< of the view in the source, in bytes
};

finding diagnose(const small_source_fact& fact);

}  // namespace milliamp::detail::diagnose
