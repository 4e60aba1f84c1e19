/// @file
/// The launch of the calling thread, for reports from the host and from kernel threads alike.
#pragma once

#include "diagnose/fact.h"

#include <optional>

namespace milliamp::detail::check {

/// Whether findings of the calling thread are wanted: not within a kernel on the fast engine, which
/// checks nothing, nor on the host of a program that uses that engine by default.
bool are_findings_wanted();

/// The kernel thread that the calling thread runs on REF, if any.
std::optional<thread_position> current_kernel_thread();

/// The kernel that the calling thread runs on REF; without an object if there is none.
diagnose::kernel_function current_kernel();

/// Adds a finding to those of the launch that the calling thread runs, or reports it immediately if
/// the calling thread is in no kernel.
void report(const diagnose::fact& found);
/// Reports several if findings are wanted. A report may end the program: no lock may be held.
void report_wanted(const std::vector<diagnose::fact>& found);
void report_finding(finding found);

}  // namespace milliamp::detail::check
