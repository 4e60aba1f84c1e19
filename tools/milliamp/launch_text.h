/// @file
/// Recorded launches and their findings as text in at most 80 columns.
#ifndef MILLIAMP_COMMAND_LAUNCH_TEXT_H
#define MILLIAMP_COMMAND_LAUNCH_TEXT_H

#include "trace/recording.h"

#include <string>

namespace milliamp::command {

/// `(0,1)`
std::string show(const nlohmann::ordered_json& coordinates);

/// A finding as in the JSON document.
std::string text_of_finding(const nlohmann::ordered_json& finding);

/// Whether the recording has a tile to draw.
bool has_tile(const detail::trace::recording& read);

/// All launches, for a recording without a tile.
std::string list_launches(const detail::trace::recording& read);

}  // namespace milliamp::command

#endif
