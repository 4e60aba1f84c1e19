/// @file
/// Uses of an array_view after the lifetime of its data has ended.
#pragma once

#include "diagnose/top_level_view.h"

#include <optional>

namespace milliamp::detail::diagnose {

struct dangling_view_fact {
  top_level_view view;
  view_use use;
  symbolize::stack_trace used;
  /// The deallocation of the data; nothing for a local variable of a function that has returned.
  std::optional<symbolize::stack_trace> freed;
};

finding diagnose(const dangling_view_fact& fact);

}  // namespace milliamp::detail::diagnose
