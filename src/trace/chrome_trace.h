/// @file
/// A recording in the Trace Event Format of Chromium, which chrome://tracing and Perfetto open.
#pragma once

#include "trace/recording.h"

#include <string>

namespace milliamp::detail::trace {

/// One process for the host, with a track for each of its threads, and one for the accelerator:
/// launches, and a track for each worker with its tiles and the epochs of recorded tiles between
/// barriers.
/// @throws bad_recording
std::string to_chrome_trace(const recording& read);

}  // namespace milliamp::detail::trace
