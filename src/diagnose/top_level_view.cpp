#include "diagnose/top_level_view.h"

#include "base/show.h"

#include <utility>

namespace milliamp::detail::diagnose {

std::string describe(const top_level_view& view) {
  return view.type + " of extent " + base::show(view.lengths);
}

std::string describe(view_use use) {
  switch (use) {
    case view_use::host_access:
      return "is accessed by the host";
    case view_use::synchronization:
      return "is synchronized";
    case view_use::kernel:
      return "is used by a kernel";
    default:
      return "is destroyed with unsynchronized changes";
  }
}

event event_of(std::string what, const symbolize::stack_trace& call_site) {
  return {std::move(what), call_site.user_frames(), {}, 0};
}

}  // namespace milliamp::detail::diagnose
