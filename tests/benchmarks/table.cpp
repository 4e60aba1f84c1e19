#include "table.h"

#include <nlohmann/json.hpp>
#include <sys/utsname.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <string_view>
#include <thread>
#include <utility>

namespace milliamp::bench {

namespace {

std::pair<std::string, std::string> split(const std::string& name) {
  const std::size_t slash = name.find('/');
  return {name.substr(0, slash), name.substr(slash + 1)};
}

const char* name_of(unit counts) {
  switch (counts) {
    case unit::seconds:
      return "seconds";
    case unit::bytes:
      return "bytes";
    case unit::number:
      return "number";
  }
  return "";
}

/// A figure in the unit that leaves it between 1 and 1,000.
std::string show(double figure, unit counts) {
  using scale = std::pair<double, const char*>;
  static constexpr std::array<scale, 4> times{scale{1, "s "}, scale{1e-3, "ms"}, scale{1e-6, "us"},
                                              scale{1e-9, "ns"}};
  static constexpr std::array<scale, 3> sizes{scale{1024. * 1024, "MiB"}, scale{1024, "KiB"},
                                              scale{1, "B  "}};
  static constexpr std::array<scale, 1> numbers{scale{1, ""}};

  const auto in = [figure](const auto& scales) {
    const auto fits = [figure](const scale& s) { return std::abs(figure) >= s.first; };
    const auto found = std::find_if(scales.begin(), scales.end(), fits);
    const auto& [factor, name] = found == scales.end() ? scales.back() : *found;
    std::array<char, 64> text;
    std::snprintf(text.data(), text.size(), "%.4g %s", figure / factor, name);
    return std::string(text.data());
  };
  switch (counts) {
    case unit::seconds:
      return in(times);
    case unit::bytes:
      return in(sizes);
    case unit::number:
      return in(numbers);
  }
  return "";
}

std::string show_ratio(std::optional<double> ratio) {
  if (!ratio.has_value()) return "";
  std::array<char, 64> text;
  std::snprintf(text.data(), text.size(), *ratio < 10 ? "%.3f" : "%.1f", *ratio);
  return text.data();
}

/// The remark after the ratio: how it has changed, and whether it is within its limit.
std::string remark(const row& r) {
  std::string text;
  if (r.before.has_value() && *r.before > 0) {
    std::array<char, 64> change;
    std::snprintf(change.data(), change.size(), "%+.0f%%", (r.ratio() / *r.before - 1) * 100);
    text = change.data();
  }
  if (r.aim.has_value() && r.ratio() > *r.aim) text += text.empty() ? "above" : ", above";
  return text;
}

std::string first_value_in(const char* file, std::string_view key) {
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t colon = line.find(": ");
    if (line.compare(0, key.size(), key) == 0 && colon != std::string::npos) {
      return line.substr(colon + 2);
    }
  }
  return "unknown";
}

nlohmann::json machine() {
  utsname system{};
  uname(&system);
  return {{"processor", first_value_in("/proc/cpuinfo", "model name")},
          {"cores", std::thread::hardware_concurrency()},
          {"system", std::string(system.sysname) + ' ' + system.release},
          {"compiler", MILLIAMP_BENCH_COMPILER},
          {"flags", MILLIAMP_BENCH_FLAGS}};
}

}  // namespace

std::vector<row> rows_of(const suite& measured) {
  std::vector<row> rows;
  const figures& known = measured.results();
  for (const comparison& it : measured.comparisons()) {
    const auto ours = known.find(it.ours);
    const auto baseline = known.find(it.baseline);
    if (ours == known.end() || baseline == known.end()) continue;
    const auto [workload, who] = split(it.ours);
    rows.push_back({workload, who, split(it.baseline).second, ours->second, baseline->second,
                    it.counts, it.aim > 0 ? std::optional(it.aim) : std::nullopt, std::nullopt});
  }
  return rows;
}

void set_before(std::vector<row>& rows, const nlohmann::json& kept) {
  for (row& r : rows) {
    for (const nlohmann::json& old : kept.at("rows")) {
      if (old.at("workload") == r.workload && old.at("ours") == r.ours &&
          old.at("baseline") == r.baseline) {
        r.before = old.at("ratio").get<double>();
      }
    }
  }
}

std::string text_of(const std::vector<row>& rows) {
  using line = std::array<std::string, 9>;
  std::vector<line> lines{{"workload", "ours", "", "baseline", "", "ratio", "aim", "before", ""}};
  for (const row& r : rows) {
    lines.push_back({r.workload, r.ours, show(r.ours_figure, r.counts), r.baseline,
                     show(r.baseline_figure, r.counts), show_ratio(r.ratio()), show_ratio(r.aim),
                     show_ratio(r.before), remark(r)});
  }
  std::array<std::size_t, std::tuple_size_v<line>> widths{};
  for (const line& l : lines) {
    for (std::size_t c = 0; c < l.size(); ++c) widths[c] = std::max(widths[c], l[c].size());
  }
  // Words begin where their column does, numbers end there.
  constexpr std::array<bool, std::tuple_size_v<line>> is_word{true,  true,  false, true, false,
                                                              false, false, false, true};
  std::string text;
  for (const line& l : lines) {
    std::string shown;
    for (std::size_t c = 0; c < l.size(); ++c) {
      const std::string gap(widths[c] - l[c].size(), ' ');
      shown += (is_word[c] ? l[c] + gap : gap + l[c]) + "  ";
    }
    text += shown.substr(0, shown.find_last_not_of(' ') + 1) + '\n';
  }
  return text;
}

nlohmann::json json_of(const std::vector<row>& rows) {
  nlohmann::json list = nlohmann::json::array();
  for (const row& r : rows) {
    nlohmann::json entry{{"workload", r.workload},
                         {"ours", r.ours},
                         {"ours_figure", r.ours_figure},
                         {"baseline", r.baseline},
                         {"baseline_figure", r.baseline_figure},
                         {"unit", name_of(r.counts)},
                         {"ratio", r.ratio()}};
    if (r.aim.has_value()) entry["aim"] = *r.aim;
    if (r.before.has_value()) entry["before"] = *r.before;
    list.push_back(std::move(entry));
  }
  return {{"version", MILLIAMP_BENCH_VERSION}, {"machine", machine()}, {"rows", std::move(list)}};
}

}  // namespace milliamp::bench
