/// @file
/// Announces findings to a debugger.
#pragma once

#include <milliamp/export.h>

#include <string>

/// Does nothing: a function to set a breakpoint on. Called for each finding by the thread that
/// detects it, so that the faulty access is on the call stack; for races between tiles,
/// order-dependent reads and uninitialized reads, when the launch has ended. With halt_on_error and
/// abort_on_error, also called after the first finding has been printed, before the process ends.
/// @param what the error and the variable, in one line
extern "C" MILLIAMP_API void milliamp_on_finding(const char* what);

/// Calls milliamp_on_finding() before halt_on_error ends the process. The commands for gdb set
/// their breakpoint here, because it is not called in other runs.
extern "C" MILLIAMP_API void milliamp_on_halt(const char* what);

namespace milliamp::detail::report {

inline void announce(const std::string& what) { milliamp_on_finding(what.c_str()); }

}  // namespace milliamp::detail::report
