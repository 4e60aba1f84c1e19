#include "launch_text.h"

#include "base/show.h"
#include "report/wrapped_text.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace milliamp::command {

namespace {

using namespace detail::trace;
using nlohmann::ordered_json;

std::string wrapped(const std::string& sentence, std::size_t indent) {
  constexpr std::size_t width = 80;
  return detail::report::wrap(sentence, 0, indent, width) + '\n';
}

std::string head_of(const ordered_json& launch) {
  std::string head = "Launch " + launch.at("number").dump() + ", " +
                     launch.at("kernel").get<std::string>() + ", over extent " +
                     show(launch.at("extent"));
  if (launch.contains("tile_extent")) head += " in tiles of " + show(launch.at("tile_extent"));
  return wrapped(head, 0);
}

}  // namespace

std::string show(const ordered_json& coordinates) {
  return detail::base::show(coordinates.get<std::vector<std::int64_t>>());
}

std::string text_of_finding(const ordered_json& finding) {
  std::string text = '\n' + wrapped("Finding: " + finding.at("summary").get<std::string>(), 2);
  for (const ordered_json& e : finding.at("events")) {
    std::string sentence = "  " + e.at("what").get<std::string>();
    const ordered_json& frame = e.at("frames").at(0);
    if (frame.contains("line")) sentence += " in line " + frame.at("line").dump();
    if (!e.at("threads").empty()) {
      sentence += " by thread";
      for (const auto& [name, coordinates] : e.at("threads").at(0).items()) {
        sentence += ' ' + name + ' ' + show(coordinates);
      }
    }
    text += wrapped(sentence, 4);
  }
  if (finding.contains("help")) {
    text += wrapped("  help: " + finding.at("help").get<std::string>(), 4);
  }
  return text;
}

bool has_tile(const recording& read) {
  return std::any_of(read.launches.begin(), read.launches.end(),
                     [](const recorded_launch& l) { return !l.tiles.empty(); });
}

std::string list_launches(const recording& read) {
  std::string text;
  for (const recorded_launch& launch : read.launches) {
    text += (text.empty() ? "" : "\n") + head_of(launch.description);
    for (const ordered_json& f : launch.description.at("findings")) text += text_of_finding(f);
  }
  text += '\n' + wrapped(
                     "No tile is recorded: only tiled launches on REF have some, from --launch "
                     "and --tile of milliamp trace on.",
                     0);
  for (const ordered_json& limit : read.limits) {
    text += wrapped("Note: " + limit.get<std::string>() + '.', 0);
  }
  return text;
}

}  // namespace milliamp::command
