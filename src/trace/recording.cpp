#include "trace/recording.h"

#include "base/json.h"
#include "base/read_file.h"
#include "trace/event_reader.h"
#include "trace/recording_format.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>

namespace milliamp::detail::trace {

namespace {

using nlohmann::ordered_json;

constexpr const char* truncated = "the recording is truncated; the program may still be writing it";
constexpr const char* altered = "the recording is corrupt: checksum mismatch";

/// The product of the lengths of a tile.
std::uint32_t threads_in(const ordered_json& launch) {
  constexpr std::uint64_t most = 1024;
  std::uint64_t threads = 1;
  for (const ordered_json& length : launch.at("tile_extent")) {
    threads *= std::min(length.get<std::uint64_t>(), most + 1);
  }
  if (threads == 0 || threads > most) reject("a tile has no size");
  return static_cast<std::uint32_t>(threads);
}

class parser {
 public:
  explicit parser(std::string_view bytes) : rest_(bytes) {}

  recording parse() {
    read_signature();
    for (std::uint32_t chunks = 0;; ++chunks) {
      const std::string_view kind = rest_.substr(0, 4);
      const std::string_view contents = take_chunk();
      if (kind == "ENDR") {
        if (contents.size() != 4 || number_in(contents) != chunks || !rest_.empty()) {
          throw bad_recording(altered);
        }
        if (!result_.head.is_object()) reject("it does not begin with the program");
        return std::move(result_);
      }
      read_chunk(kind, contents);
    }
  }

 private:
  void read_signature() {
    const std::string_view name = file_signature.substr(0, file_signature.size() - 1);
    const std::string_view found = rest_.substr(0, name.size());
    if (found != name) {
      throw bad_recording(name.starts_with(found) ? truncated : "the file is not a recording");
    }
    if (rest_.size() == name.size()) throw bad_recording(truncated);
    if (rest_[name.size()] != file_signature.back()) {
      throw bad_recording("the recording has a format that this version cannot read: " +
                          std::string(rest_.substr(0, file_signature.size())));
    }
    rest_.remove_prefix(file_signature.size());
  }

  std::string_view take_chunk() {
    constexpr std::size_t around = 12;  // the kind, the length and the checksum
    if (rest_.size() < around) throw bad_recording(truncated);
    const std::size_t length = number_in(rest_.substr(4));
    if (rest_.size() - around < length) throw bad_recording(truncated);
    const std::uint32_t crc = checksum({rest_.substr(0, 8 + length)});
    if (crc != number_in(rest_.substr(8 + length))) throw bad_recording(altered);
    const std::string_view contents = rest_.substr(8, length);
    rest_.remove_prefix(around + length);
    return contents;
  }

  void read_chunk(std::string_view kind, std::string_view contents) {
    if (kind == "HEAD") {
      result_.head = ordered_json::parse(contents);
    } else if (kind == "SRCE") {
      result_.sources.push_back(ordered_json::parse(contents));
    } else if (kind == "PLAC") {
      for (ordered_json& place : ordered_json::parse(contents)) read_place(std::move(place));
    } else if (kind == "LNCH") {
      ordered_json launch = ordered_json::parse(contents);
      static_cast<void>(launch.at("number").get<std::uint64_t>());
      static_cast<void>(launch.at("kernel").get<std::string>());
      result_.launches.emplace_back().description = std::move(launch);
    } else if (kind == "SPAN") {
      if (result_.launches.empty()) reject("tiles belong to no launch");
      result_.launches.back().spans = ordered_json::parse(contents);
    } else if (kind == "HOST") {
      result_.calls.push_back(ordered_json::parse(contents));
    } else if (kind == "TILE") {
      read_tile(contents);
    } else if (kind == "LIMT") {
      result_.limits.push_back(ordered_json::parse(contents));
    }  // a later version may have other chunks
  }

  void read_place(ordered_json place) {
    const auto source = place.at("source").get<std::int64_t>();
    if (source < -1 || source >= static_cast<std::int64_t>(result_.sources.size())) {
      reject("a place is in no source");
    }
    static_cast<void>(place.at("line").get<int>());
    result_.places.push_back(std::move(place));
  }

  void read_tile(std::string_view contents) {
    if (contents.size() < 4) throw bad_recording(truncated);
    const std::size_t length = number_in(contents);
    contents.remove_prefix(4);
    if (contents.size() < length || result_.launches.empty()) throw bad_recording(truncated);
    recorded_launch& launch = result_.launches.back();
    recorded_tile tile;
    tile.description = ordered_json::parse(contents.substr(0, length));
    tile.threads = threads_in(launch.description);
    read_events(contents.substr(length), result_.places.size(), tile);
    for (const char* own : {"launch", "sites"}) tile.description.erase(own);
    for (ordered_json& v : tile.description.at("variables")) v.erase("distances");
    launch.tiles.push_back(std::move(tile));
  }

  std::string_view rest_;
  recording result_;
};

ordered_json event_json(const recorded_event& e) {
  ordered_json json = {to_string(e.kind)};
  if (e.kind != event_kind::release) json.push_back(e.thread);
  switch (e.kind) {
    case event_kind::turn:
    case event_kind::begin:
    case event_kind::end:
      break;
    case event_kind::arrive:
    case event_kind::release:
    case event_kind::fence:
      json.insert(json.end(), {e.place, e.fence});
      if (e.kind == event_kind::release) json.push_back(e.time);
      break;
    case event_kind::read:
    case event_kind::write:
    case event_kind::atomic:
      json.insert(json.end(), {e.place, e.variable, e.element, e.part, e.value});
      break;
    case event_kind::fault:
      json.insert(json.end(), {e.other, e.variable, e.element, e.part, e.fault});
      break;
  }
  return json;
}

}  // namespace

[[noreturn]] void reject(const std::string& what) {
  throw bad_recording("the recording is corrupt: " + what);
}

const char* to_string(event_kind kind) {
  constexpr const char* names[] = {"turn",  "begin", "end",   "arrive", "release",
                                   "fence", "read",  "write", "atomic", "fault"};
  return names[static_cast<std::size_t>(kind)];
}

recording parse_recording(const std::string& bytes) {
  try {
    return parser(bytes).parse();
  } catch (const nlohmann::json::exception&) {
    throw bad_recording("the recording is corrupt: invalid description");
  }
}

recording read_recording(const std::string& path) {
  const std::optional<std::string> bytes = base::read_file(path);
  if (!bytes.has_value()) {
    throw bad_recording("cannot read '" + path + "': " + std::strerror(errno));
  }
  try {
    return parse_recording(*bytes);
  } catch (const bad_recording& bad) {
    throw bad_recording("'" + path + "': " + bad.what());
  }
}

std::string to_json(const recording& read) {
  ordered_json json = {{"format", 1}};
  json.update(read.head);
  json["limits"] = read.limits;
  json["sources"] = read.sources;
  json["places"] = read.places;
  json["launches"] = ordered_json::array();
  for (const recorded_launch& l : read.launches) {
    ordered_json launch = l.description;
    if (launch.contains("tile_extent")) launch["tiles"] = ordered_json::array();
    for (const recorded_tile& t : l.tiles) {
      ordered_json tile = t.description;
      tile["events"] = ordered_json::array();
      for (const recorded_event& e : t.events) tile["events"].push_back(event_json(e));
      launch["tiles"].push_back(std::move(tile));
    }
    json["launches"].push_back(std::move(launch));
  }
  return base::json_text(json);
}

}  // namespace milliamp::detail::trace
