/// @file
/// Decodes the events of a tile; see events.h.
#pragma once

#include "trace/recording.h"

#include <string_view>

namespace milliamp::detail::trace {

/// Decodes the events of a tile.
/// @param tile the description of the tile, and the number of its threads
/// @param places the number of places in the recording
/// @throws bad_recording
void read_events(std::string_view bytes, std::size_t places, recorded_tile& tile);

}  // namespace milliamp::detail::trace
