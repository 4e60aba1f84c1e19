/// @file
/// Stops the workers of the process for a report on where their kernel threads are. Not
/// async-signal-safe, though called by signal handlers: within a crash_guard.
#pragma once

#include "diagnose/interruption.h"

namespace milliamp::detail::engine {

/// Whether a worker runs a part of a launch.
bool is_kernel_running();

/// Reports where all kernel threads are, then all findings so far, and completes the report. The
/// workers stop for good: the process is about to end.
/// @param reason its threads are added
/// @param context the context of the calling signal handler; null outside of one
void report_interruption(diagnose::interruption_fact reason, void* context);

}  // namespace milliamp::detail::engine
