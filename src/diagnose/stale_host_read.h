/// @file
/// Accesses of the host to memory that is newer on a device.
#pragma once

#include "diagnose/top_level_view.h"

#include <vector>

namespace milliamp::detail::diagnose {

struct stale_host_read_fact {
  top_level_view view;
  std::vector<int> element;  ///< the index of the first affected element
  bool is_write;             ///< the host's access
  symbolize::stack_trace accessed;
  bool is_copied;                  ///< a copy changed the element; else a kernel
  bool is_changed;                 ///< values differ; else the device may have written equal ones
  symbolize::stack_trace changed;  ///< the copy or the launch
};

finding diagnose(const stale_host_read_fact& fact);

}  // namespace milliamp::detail::diagnose
