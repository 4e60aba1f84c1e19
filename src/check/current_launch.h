/// @file
/// Reports a finding from wherever it is made: on the host, or by a thread of a kernel.
#pragma once

#include "report/finding.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace milliamp::detail::check {

/// Whether findings of the calling thread count now: not within a kernel on the fast engine, which
/// checks nothing, nor on the host of a program that runs on it by default.
bool are_findings_wanted();

/// The thread of the kernel that the calling thread runs on REF, if it does.
std::optional<thread_position> current_kernel_thread();

/// The variable of the kernel that the calling thread runs on REF that holds an array or a view
/// that begins there and has these lengths: `array_view<int, 2> product`. Empty when there is none,
/// or none known.
std::string captured_container(const void* data, const std::vector<std::int64_t>& lengths);

/// Adds a finding to those of the launch that the calling thread runs, or reports it at once when
/// it runs none.
void report_finding(finding found);

}  // namespace milliamp::detail::check
