#include "base/options.h"

#include "base/immortal.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <utility>

namespace milliamp::detail::base {

namespace {

[[noreturn]] void reject(std::string_view key, std::string_view value,
                         const std::string& expected) {
  throw std::invalid_argument("bad value '" + std::string(value) + "' for '" + std::string(key) +
                              "'; expected " + expected);
}

template <class Integer>
Integer parse_integer(std::string_view key, std::string_view value, Integer min, Integer max) {
  Integer number{};
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc() || end != value.data() + value.size() || number < min || number > max) {
    reject(key, value, "a number from " + std::to_string(min) + " to " + std::to_string(max));
  }
  return number;
}

/// The names and values of an enumeration.
template <class Enum, std::size_t N>
using choices = const std::pair<std::string_view, Enum>[N];

template <class Enum, std::size_t N>
Enum parse_choice(std::string_view key, std::string_view value, choices<Enum, N>& all) {
  std::string names;
  for (const auto& [name, choice] : all) {
    if (name == value) return choice;
    if (!names.empty()) names += ", ";
    names += name;
  }
  reject(key, value, "one of " + names);
}

template <class Enum, std::size_t N>
std::string name_of(std::optional<Enum> value, choices<Enum, N>& all) {
  for (const auto& [name, choice] : all) {
    if (choice == value) return std::string(name);
  }
  return "";
}

constexpr std::pair<std::string_view, engine_kind> engines[] = {{"ref", engine_kind::ref},
                                                                {"warp", engine_kind::warp}};
constexpr std::pair<std::string_view, report_format> formats[] = {
    {"text", report_format::text}, {"json", report_format::json}, {"sarif", report_format::sarif}};
constexpr std::pair<std::string_view, schedule> schedules[] = {
    {"forward", schedule::forward},       {"reverse", schedule::reverse},
    {"random", schedule::random},         {"pct", schedule::pct},
    {"interleave", schedule::interleave}, {"replay", schedule::replay}};
constexpr std::pair<std::string_view, color_mode> colors[] = {
    {"auto", color_mode::automatic}, {"always", color_mode::always}, {"never", color_mode::never}};

/// Converts one option between its text and its member of `options`.
struct option {
  std::string_view key;
  void (*read)(options&, std::string_view key, std::string_view value);
  std::string (*write)(const options&);
  bool (*is_default)(const options&);
};

template <auto Member>
bool is_default(const options& o) {
  return o.*Member == options{}.*Member;
}

template <auto Member, const auto& Choices>
constexpr option one_of(std::string_view key) {
  return {key,
          [](options& o, std::string_view k, std::string_view v) {
            o.*Member = parse_choice(k, v, Choices);
          },
          [](const options& o) { return name_of(std::optional(o.*Member), Choices); },
          is_default<Member>};
}

template <auto Member, auto Min, auto Max>
constexpr option number(std::string_view key) {
  using integer = decltype(Max);
  return {key,
          [](options& o, std::string_view k, std::string_view v) {
            o.*Member = parse_integer<integer>(k, v, Min, Max);
          },
          [](const options& o) { return std::to_string(o.*Member); }, is_default<Member>};
}

template <auto Member>
constexpr option path(std::string_view key) {
  return {key,
          [](options& o, std::string_view k, std::string_view v) {
            if (v.empty()) reject(k, v, "the path of a file");
            o.*Member = v;
          },
          [](const options& o) { return o.*Member; }, is_default<Member>};
}

template <class Integer>
constexpr Integer largest = std::numeric_limits<Integer>::max();
constexpr std::uint64_t any_count = largest<std::uint64_t>;

// The schedule and its seed come first because they reproduce a run.
constexpr option all_options[] = {
    one_of<&options::schedule, schedules>("schedule"),
    number<&options::seed, std::uint64_t{0}, largest<std::uint64_t>>("seed"),
    number<&options::depth, 1, 64>("depth"),
    path<&options::record>("record"),
    one_of<&options::accelerator, engines>("accelerator"),
    path<&options::report_path>("report_path"),
    one_of<&options::report_format, formats>("report_format"),
    number<&options::exitcode, 0, 255>("exitcode"),
    number<&options::halt_on_error, 0, 1>("halt_on_error"),
    number<&options::abort_on_error, 0, 1>("abort_on_error"),
    number<&options::max_reports, std::size_t{0}, largest<std::size_t>>("max_reports"),
    path<&options::suppressions>("suppressions"),
    one_of<&options::color, colors>("color"),
    number<&options::stack_size, std::size_t{32}, std::size_t{1024 * 1024}>("stack_size"),
    number<&options::time_limit, 0, largest<int>>("time_limit"),
    number<&options::workers, 0, 1024>("workers"),
    path<&options::trace_path>("trace_path"),
    number<&options::trace_first_launch, std::uint64_t{1}, any_count>("trace_first_launch"),
    number<&options::trace_launches, std::uint64_t{1}, any_count>("trace_launches"),
    number<&options::trace_first_tile, std::uint64_t{0}, any_count>("trace_first_tile"),
    number<&options::trace_tiles, std::uint64_t{0}, any_count>("trace_tiles"),
    number<&options::trace_events, std::uint64_t{1}, any_count>("trace_events"),
    number<&options::trace_global, 0, 1>("trace_global"),
    number<&options::counts, 0, 1>("counts"),
    path<&options::counts_path>("counts_path"),
    path<&options::values_path>("values_path"),
};

void read_pair(options& result, std::string_view pair) {
  const std::size_t equals = pair.find('=');
  const std::string_view key = pair.substr(0, equals);
  std::string known;
  for (const option& o : all_options) {
    if (o.key == key) {
      if (equals == std::string_view::npos) {
        throw std::invalid_argument("no value for '" + std::string(key) + "'; write " +
                                    std::string(key) + "=VALUE");
      }
      return o.read(result, key, pair.substr(equals + 1));
    }
    if (!known.empty()) known += ", ";
    known += o.key;
  }
  throw std::invalid_argument("unknown key '" + std::string(key) + "'; known keys are " + known);
}

/// Reads FILE in schedule=replay:FILE. Returns the text behind it.
std::string_view read_replayed_path(options& result, std::string_view text) {
  const std::size_t colon = std::min(text.find(':'), text.size());
  if (colon == 0) reject("schedule", "replay", "replay:FILE");
  result.replayed_path = text.substr(0, colon);
  return text.substr(std::min(colon + 1, text.size()));
}

options options_of_environment() {
  const char* text = std::getenv("MILLIAMP_OPTIONS");
  if (text == nullptr) return {};
  try {
    return parse_options(text);
  } catch (const std::invalid_argument& mistake) {
    std::fprintf(stderr, "milliamp: MILLIAMP_OPTIONS: %s\n", mistake.what());
    _exit(2);
  }
}

// Reads the options when the library is loaded.
[[maybe_unused]] const options& loaded = current_options();

}  // namespace

options parse_options(std::string_view text) {
  options result;
  while (!text.empty()) {
    const std::size_t colon = text.find(':');
    const std::string_view pair = text.substr(0, colon);
    text = colon == std::string_view::npos ? std::string_view() : text.substr(colon + 1);
    if (!pair.empty()) read_pair(result, pair);
    if (pair == "schedule=replay") text = read_replayed_path(result, text);
  }
  return result;
}

std::string to_string(const options& given) {
  std::string text;
  for (const option& o : all_options) {
    const bool is_used_seed = o.key == "seed" && is_random(given.schedule);
    if (o.key != "schedule" && !is_used_seed && o.is_default(given)) continue;
    if (!text.empty()) text += ':';
    text += std::string(o.key) + '=' + o.write(given);
    if (o.key == "schedule" && given.schedule == schedule::replay) {
      text += ':' + given.replayed_path;
    }
  }
  return text;
}

options& current_options() {
  // Immortal because the reports at process exit depend on them.
  static immortal<options> current(options_of_environment());
  return *current;
}

}  // namespace milliamp::detail::base
