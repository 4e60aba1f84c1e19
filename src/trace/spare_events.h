/// @file
/// The memory for events of tiles that have been written. Later tiles use it: to obtain it from the
/// system for each launch took a fifth of the time of a recording.
#pragma once

#include "trace/events.h"

namespace milliamp::detail::trace {

/// Returns a writer without events, which reuses memory if there is any.
event_writer take_spare_events();

/// Keeps the memory of events that are no longer needed.
void keep_spare_events(event_writer events);

}  // namespace milliamp::detail::trace
