#include "symbolize/stack_trace.h"

#include "base/modules.h"
#include "symbolize/symbols.h"

#include <execinfo.h>

#include <algorithm>

namespace milliamp::detail::symbolize {

stack_trace stack_trace::here() {
  stack_trace trace;
  trace.count_ = backtrace(trace.addresses_.data(), static_cast<int>(trace.addresses_.size()));
  return trace;
}

std::vector<source_frame> stack_trace::user_frames() const {
  const auto is_of_library = [](const void* address) {
    return base::in_same_module(address, reinterpret_cast<const void*>(&stack_trace::here));
  };
  const auto end = addresses_.begin() + count_;
  // Frames of a sanitizer may precede that of here().
  for (auto at = std::find_if(addresses_.begin(), end, is_of_library); at != end; ++at) {
    if (is_of_library(*at)) continue;
    std::vector<source_frame> frames = user_part_of(*at);
    std::erase_if(frames, [](const source_frame& f) { return f.file.empty(); });
    if (!frames.empty()) return frames;
  }
  return {source_frame{"an unknown function", "", 0, 0}};
}

}  // namespace milliamp::detail::symbolize
