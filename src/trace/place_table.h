/// @file
/// The source locations of a recording, and the source files that they are in.
#pragma once

#include <milliamp/finding.h>

#include <nlohmann/json.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace milliamp::detail::trace {

/// Numbers places and sources in the order of their first use. The new ones are then written.
class place_table {
 public:
  /// The number of a call stack's place.
  /// @param frames innermost first; empty: an unknown place
  std::size_t number_of(const std::vector<source_frame>& frames);

  /// The places and sources since the last call, as JSON.
  nlohmann::ordered_json take_new_places();
  std::vector<nlohmann::ordered_json> take_new_sources();

 private:
  int source_of(const std::string& file);

  std::map<std::string, std::size_t> numbers_;  ///< by the JSON text of the place
  std::map<std::string, int> sources_;          ///< by path
  nlohmann::ordered_json new_places_ = nlohmann::ordered_json::array();
  std::vector<nlohmann::ordered_json> new_sources_;
};

}  // namespace milliamp::detail::trace
