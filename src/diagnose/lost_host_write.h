/// @file
/// Direct writes of the host to the memory of a view that a launch does not see.
#pragma once

#include "diagnose/top_level_view.h"

#include <vector>

namespace milliamp::detail::diagnose {

struct lost_host_write_fact {
  top_level_view view;
  std::vector<int> element;  ///< the index of the first affected element
  symbolize::stack_trace written;
  symbolize::stack_trace launched;
};

finding diagnose(const lost_host_write_fact& fact);

}  // namespace milliamp::detail::diagnose
