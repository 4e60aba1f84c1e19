#include "symbolize/stack_trace.h"

#include "base/modules.h"
#include "symbolize/frames.h"

#include <execinfo.h>

#include <algorithm>
#include <iterator>

namespace milliamp::detail::symbolize {

namespace {

constinit thread_local const stack_trace* scoped_call = nullptr;

}  // namespace

scoped_caller::scoped_caller(const stack_trace& caller) { scoped_call = &caller; }
scoped_caller::~scoped_caller() { scoped_call = nullptr; }

stack_trace stack_trace::here() {
  if (scoped_call != nullptr) return *scoped_call;
  stack_trace trace;
  trace.count_ = backtrace(trace.addresses_.data(), static_cast<int>(trace.addresses_.size()));
  return trace;
}

std::vector<source_frame> stack_trace::user_frames() const { return frames(false); }
std::vector<source_frame> stack_trace::kernel_frames() const { return frames(true); }

std::vector<source_frame> stack_trace::frames(bool with_callers) const {
  const auto is_of_library = [](const void* address) {
    return base::in_same_module(address, reinterpret_cast<const void*>(&stack_trace::here));
  };
  const auto end = addresses_.begin() + count_;
  std::vector<source_frame> found;
  // Frames of a sanitizer may precede that of here().
  for (auto at = std::find_if(addresses_.begin(), end, is_of_library); at != end; ++at) {
    if (!found.empty() && (!with_callers || is_of_library(*at))) return found;
    if (is_of_library(*at)) continue;
    std::vector<source_frame> users = user_part_of(*at);
    std::copy_if(users.begin(), users.end(), std::back_inserter(found),
                 [](const source_frame& f) { return !f.file.empty(); });
  }
  if (found.empty()) found = {source_frame{"an unknown function", "", 0, 0}};
  return found;
}

}  // namespace milliamp::detail::symbolize
