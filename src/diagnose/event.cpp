#include "diagnose/event.h"

#include "symbolize/frames.h"

#include <algorithm>
#include <utility>

namespace milliamp::detail::diagnose {

std::vector<source_frame> frames_of(const call_site& call) {
  return symbolize::user_frames_of(call.return_address, call.calls);
}

event event_of(const char* what, std::vector<source_frame> frames,
               const std::optional<thread_position>& thread) {
  event e{what, std::move(frames), {}, 0};
  if (thread) {
    e.threads = {*thread};
    e.thread_count = 1;
  }
  return e;
}

event event_of(const kernel_access& access) {
  return event_of(to_string(access.kind), frames_of(access.call), access.thread);
}

void add_near_locations(finding& found, const std::vector<const void*>& return_addresses) {
  for (std::size_t i = 0; i < return_addresses.size(); ++i) {
    const source_frame& location = found.events[i].frames.front();
    if (location.file.empty() || location.line != 0) continue;
    const related_location near{symbolize::nearest_location(return_addresses[i]),
                                "the " + report::to_label(found.events[i].what) + " is near here"};
    if (near.location.line == 0) continue;
    const auto same = std::find_if(
        found.related.begin(), found.related.end(), [&](const related_location& other) {
          return other.location == near.location && other.text == near.text;
        });
    if (same == found.related.end()) found.related.push_back(near);
  }
}

}  // namespace milliamp::detail::diagnose
