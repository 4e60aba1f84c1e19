/// @file
/// Parts that the findings about array_views of host memory have in common.
#pragma once

#include "report/finding.h"
#include "symbolize/stack_trace.h"

#include <cstdint>
#include <string>
#include <vector>

namespace milliamp::detail::diagnose {

/// An array_view that was constructed from host memory, not from another view.
struct top_level_view {
  std::string type;  ///< without namespace: `array_view<int, 2>`
  std::vector<int> lengths;
  symbolize::stack_trace created;
};

/// What the program does with a view.
enum class view_use : std::uint8_t { host_access, synchronization, kernel, unsynchronized_release };

/// `array_view<int, 2> of extent (3,4)`
std::string describe(const top_level_view& view);
/// The verb phrase: `is used by a kernel`.
std::string describe(view_use use);

/// An event of the host.
event event_of(std::string what, const symbolize::stack_trace& call_site);

}  // namespace milliamp::detail::diagnose
