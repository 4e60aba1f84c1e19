/// @file
/// The launch of the calling thread, for reports from the host and from kernel threads alike.
#pragma once

#include "diagnose/fact.h"

#include <optional>

namespace milliamp::detail::check {

/// Whether to report findings of the calling thread: not within a kernel on WARP, which checks
/// nothing, nor on the host of a program that uses WARP by default.
bool are_findings_wanted();

/// The kernel thread that the calling thread runs on REF, if any.
std::optional<thread_position> current_kernel_thread();

/// The kernel that the calling thread runs on REF; its object is null if there is none.
diagnose::kernel_function current_kernel();

/// Adds a finding to the launch that the calling thread runs, or reports it immediately if the
/// calling thread is on the host.
void report(const diagnose::fact& found);
/// Reports several facts if findings are wanted. The caller should hold no lock, because a report
/// reads debug information, which takes long.
void report_wanted(const std::vector<diagnose::fact>& found);
void report_finding(finding found);

}  // namespace milliamp::detail::check
