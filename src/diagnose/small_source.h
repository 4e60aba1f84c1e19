/// @file
/// Views and copies of memory that has fewer elements.
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
  std::size_t offset;        ///< the offset of the view in the source, in bytes
};

/// A copy between an array, a view or a texture and memory of the host that has fewer elements.
struct small_copy_fact {
  bool is_destination;   ///< the memory of the host
  std::size_t count;     ///< the number of elements of the copy
  std::size_t existing;  ///< the number of elements in the memory
  std::size_t element_size;
  std::string source;  ///< the memory, such as "a heap block of 64 bytes"
  symbolize::stack_trace copied;
};

finding diagnose(const small_source_fact& fact);
finding diagnose(const small_copy_fact& fact);

}  // namespace milliamp::detail::diagnose
