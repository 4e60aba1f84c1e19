/// @file
/// Uses of an array_view while another top-level view of the same memory has different values.
#pragma once

#include "diagnose/top_level_view.h"

namespace milliamp::detail::diagnose {

struct overlapping_views_fact {
  top_level_view view;
  view_use use;
  symbolize::stack_trace used;
  top_level_view other;
};

finding diagnose(const overlapping_views_fact& fact);

}  // namespace milliamp::detail::diagnose
