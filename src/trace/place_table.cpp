#include "trace/place_table.h"

#include "base/json.h"
#include "base/read_file.h"

#include <filesystem>
#include <utility>

namespace milliamp::detail::trace {

using nlohmann::ordered_json;

int place_table::source_of(const std::string& file) {
  if (file.empty()) return -1;
  const auto [known, is_new] = sources_.try_emplace(file, static_cast<int>(sources_.size()));
  if (is_new) {
    ordered_json source = {{"file", file}};
    std::error_code unknown;  // a pipe or a device may have no end
    if (std::filesystem::is_regular_file(file, unknown)) {
      if (auto text = base::read_file(file)) source["text"] = *std::move(text);
    }
    new_sources_.push_back(std::move(source));
  }
  return known->second;
}

std::size_t place_table::number_of(const std::vector<source_frame>& frames) {
  const source_frame place = frames.empty() ? source_frame() : frames.front();
  ordered_json json = {{"source", source_of(place.file)},
                       {"line", place.line},
                       {"column", place.column},
                       {"function", place.function}};
  if (frames.size() > 1) {
    ordered_json calls = ordered_json::array();
    for (std::size_t i = 1; i < frames.size(); ++i) calls.push_back(number_of({frames[i]}));
    json["calls"] = std::move(calls);
  }
  const auto [known, is_new] = numbers_.try_emplace(base::json_text(json), numbers_.size());
  if (is_new) new_places_.push_back(std::move(json));
  return known->second;
}

ordered_json place_table::take_new_places() {
  return std::exchange(new_places_, ordered_json::array());
}

std::vector<ordered_json> place_table::take_new_sources() {
  return std::exchange(new_sources_, {});
}

}  // namespace milliamp::detail::trace
