/// @file
/// The name that a misspelt one most likely means.
#ifndef MILLIAMP_COMMAND_NEAREST_H
#define MILLIAMP_COMMAND_NEAREST_H

#include <string>
#include <string_view>
#include <vector>

namespace milliamp::command {

/// One with the misspelt name as a part, or else the most similar.
/// @return empty if none is similar
std::string_view nearest(std::string_view misspelt, const std::vector<std::string_view>& names);

/// `the nearest is NAME; `, or nothing if none is similar.
std::string propose_nearest(std::string_view misspelt, const std::vector<std::string_view>& names);

}  // namespace milliamp::command

#endif
