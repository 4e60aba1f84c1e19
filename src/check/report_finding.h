/// @file
/// Reports a finding from wherever it is made: on the host, or by a thread of a kernel.
#pragma once

#include "report/finding.h"

#include <optional>

namespace milliamp::detail {

/// Whether findings of the calling thread count now: not within a kernel on the fast engine, which
/// checks nothing.
bool are_findings_wanted();

/// The thread of the kernel that the calling thread runs on REF, if it does.
std::optional<thread_position> current_kernel_thread();

/// Adds a finding to those of the launch that the calling thread runs, or reports it at once when
/// it runs none.
void report_finding(finding found);

}  // namespace milliamp::detail
