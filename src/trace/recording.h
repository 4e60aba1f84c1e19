/// @file
/// Reads a recording. For the command; programs only write recordings.
#pragma once

#include "trace/events.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace milliamp::detail::trace {

/// The file is not a recording, is truncated or has been altered. The message is a sentence.
class bad_recording : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// @param what the damage, as a sentence without its beginning
/// @throws bad_recording always
[[noreturn]] void reject(const std::string& what);

/// An event of a tile. Members that its kind does not have are -1, 0 or empty.
struct recorded_event {
  event_kind kind;
  std::uint32_t thread = 0;
  int place = -1;     ///< an index in recording::places
  int fence = 0;      ///< 1: global memory, 2: tile_static memory, 3: all
  int variable = -1;  ///< an index in the tile's variables
  std::int64_t element = 0;
  int part = -1;           ///< an index in the variable's parts
  std::string value;       ///< the value of an access, for display
  int other = -1;          ///< the other thread of a fault
  std::uint64_t time = 0;  ///< the time of a release, in nanoseconds since the tile began
  std::string fault;       ///< the kind of a fault
};

struct recorded_tile {
  nlohmann::ordered_json description;  ///< as in the JSON document, without the events
  std::vector<recorded_event> events;
  std::uint32_t threads = 0;
};

struct recorded_launch {
  nlohmann::ordered_json description;  ///< as in the JSON document, without the tiles
  /// [number, worker, begin, end] of its tiles, also of those that are not recorded.
  nlohmann::ordered_json spans = nlohmann::ordered_json::array();
  std::vector<recorded_tile> tiles;
};

struct recording {
  nlohmann::ordered_json head;
  nlohmann::ordered_json limits = nlohmann::ordered_json::array();
  nlohmann::ordered_json sources = nlohmann::ordered_json::array();
  nlohmann::ordered_json places = nlohmann::ordered_json::array();
  nlohmann::ordered_json calls = nlohmann::ordered_json::array();  ///< the calls of the host
  std::vector<recorded_launch> launches;
};

/// Reads a recording from a file.
/// @throws bad_recording
recording read_recording(const std::string& path);

/// Reads a recording from the contents of its file.
/// @throws bad_recording
recording parse_recording(const std::string& bytes);

/// The name of a kind in the JSON document.
const char* to_string(event_kind kind);

/// The recording as one JSON document, on one line; README.md describes it.
std::string to_json(const recording& read);

}  // namespace milliamp::detail::trace
