#include "final_values.h"

#include "base/show.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <set>
#include <utility>

namespace milliamp::command {

namespace {

using nlohmann::json;

final_values launch_of(const json& line) {
  final_values launch;
  launch.launch = line.at("launch").get<std::uint64_t>();
  launch.location = std::filesystem::path(line.at("file").get<std::string>()).filename().string() +
                    ':' + std::to_string(line.at("line").get<int>());
  for (const json& c : line.at("containers")) {
    launch.containers.push_back({c.at("name").get<std::string>(),
                                 c.at("lengths").get<std::vector<std::int64_t>>(),
                                 c.at("values").get<std::vector<std::string>>()});
  }
  return launch;
}

/// `sums(1,2)`: an element, by its number.
std::string element(const final_container& c, std::size_t number) {
  std::string indices;
  for (std::size_t d = c.lengths.size(); d-- > 0;) {
    const auto length = static_cast<std::size_t>(c.lengths[d]);
    indices.insert(0, std::to_string(number % length) + (indices.empty() ? "" : ","));
    number /= length;
  }
  return c.name + '(' + indices + ')';
}

/// Which elements differ; empty: none. Containers of other extents are not comparable.
std::string differing_elements(const final_container& c, const final_container& usual) {
  constexpr std::size_t most = 3;
  if (c.lengths != usual.lengths || c.values.size() != usual.values.size()) return "";
  std::string text;
  std::size_t count = 0;
  for (std::size_t i = 0; i < c.values.size(); ++i) {
    if (c.values[i] == usual.values[i] || ++count > most) continue;
    text += (text.empty() ? "" : ", ") + element(c, i) + " is " + c.values[i] + " instead of " +
            usual.values[i];
  }
  if (count > most) text += ", and " + detail::base::show_count(count - most, "more element");
  return text;
}

const final_container* find(const final_values& launch, const std::string& name) {
  const auto found = std::find_if(launch.containers.begin(), launch.containers.end(),
                                  [&](const final_container& c) { return c.name == name; });
  return found == launch.containers.end() ? nullptr : &*found;
}

}  // namespace

std::vector<final_values> read_final_values(const std::filesystem::path& path) {
  std::vector<final_values> launches;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const json parsed = json::parse(line, nullptr, false);
    if (!parsed.is_discarded()) launches.push_back(launch_of(parsed));
  }
  return launches;
}

std::vector<values_difference> compare(const std::vector<final_values>& run,
                                       const std::vector<final_values>& usual) {
  std::vector<values_difference> differences;
  std::set<std::string> have_differed;
  const std::size_t launches = std::min(run.size(), usual.size());
  for (std::size_t l = 0; l < launches; ++l) {
    if (run[l].location != usual[l].location) break;  // the host has taken another path
    const bool follows =
        std::any_of(run[l].containers.begin(), run[l].containers.end(),
                    [&](const final_container& c) { return have_differed.count(c.name) != 0; });
    for (const final_container& c : run[l].containers) {
      const final_container* const other = find(usual[l], c.name);
      if (other == nullptr) continue;
      std::string elements = differing_elements(c, *other);
      if (elements.empty()) continue;
      have_differed.insert(c.name);
      if (!follows) differences.push_back({run[l].location, c.name, std::move(elements)});
    }
  }
  return differences;
}

void keep_repeatable(std::vector<final_values>& run, const std::vector<final_values>& again) {
  run.resize(std::min(run.size(), again.size()));
  for (std::size_t l = 0; l < run.size(); ++l) {
    std::erase_if(run[l].containers, [&](const final_container& c) {
      const final_container* const other = find(again[l], c.name);
      return other == nullptr || other->values != c.values;
    });
  }
}

}  // namespace milliamp::command
