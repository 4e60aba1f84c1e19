/// @file
/// Code locations and accesses in facts, and the events of findings that they become.
#pragma once

#include "report/finding.h"

#include <compare>
#include <optional>
#include <vector>

namespace milliamp::detail::diagnose {

/// A call in a kernel: of an instrumentation entry point, a barrier or another library function.
struct call_site {
  const void* return_address;
  /// Return addresses of the enclosing calls as far as they are known, innermost first.
  std::vector<const void*> calls = {};

  auto operator<=>(const call_site&) const = default;
};

/// An access to memory by a thread of a kernel.
struct kernel_access {
  report::access_kind kind;
  call_site call;
  thread_position thread;
};

/// The functions of the program at a call site, innermost first. Never empty.
std::vector<source_frame> frames_of(const call_site& call);

/// The event of an operation on one thread, or, without a thread, on the host.
event event_of(const char* what, std::vector<source_frame> frames,
               const std::optional<thread_position>& thread);

/// The event of an access.
event event_of(const kernel_access& access);

/// Adds related locations near those events of a finding that have a file but no line.
/// @param return_addresses the return addresses of the events, in their order
void add_near_locations(finding& found, const std::vector<const void*>& return_addresses);

}  // namespace milliamp::detail::diagnose
