#include "base/options.h"

#include "base/immortal.h"
#include "base/output_file.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

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
std::string join_names(choices<Enum, N>& all, const char* separator) {
  std::string names;
  for (const auto& [name, choice] : all) {
    if (!names.empty()) names += separator;
    names += name;
  }
  return names;
}

template <class Enum, std::size_t N>
Enum parse_choice(std::string_view key, std::string_view value, choices<Enum, N>& all) {
  for (const auto& [name, choice] : all) {
    if (name == value) return choice;
  }
  reject(key, value, "one of " + join_names(all, ", "));
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
#define MILLIAMP_REPORT_FORMAT(name) {#name, report_format::name},
#include "base/report_formats.def"
};
constexpr std::pair<std::string_view, schedule> schedules[] = {
    {"forward", schedule::forward},       {"reverse", schedule::reverse},
    {"random", schedule::random},         {"pct", schedule::pct},
    {"interleave", schedule::interleave}, {"replay", schedule::replay}};
constexpr std::pair<std::string_view, color_mode> colors[] = {
    {"auto", color_mode::automatic}, {"always", color_mode::always}, {"never", color_mode::never}};

/// Describes one option, and converts it between its text and its member of `options`.
struct option {
  std::string_view key;
  std::string values;  ///< the placeholder of its values, or their names
  std::string_view text;
  std::string_view initial;  ///< the default in words; empty: as write() has it
  void (*read)(options&, std::string_view key, std::string_view value);
  std::string (*write)(const options&);
  bool (*is_default)(const options&);
};

constexpr bool is_quote(char c) { return c == '"' || c == '\''; }

template <auto Member>
bool is_default(const options& o) {
  return o.*Member == options{}.*Member;
}

template <auto Member, const auto& Choices>
option one_of(std::string_view key, std::string_view text, std::string_view initial = "") {
  return {key,
          join_names(Choices, "|"),
          text,
          initial,
          [](options& o, std::string_view k, std::string_view v) {
            o.*Member = parse_choice(k, v, Choices);
          },
          [](const options& o) { return name_of(std::optional(o.*Member), Choices); },
          is_default<Member>};
}

template <auto Member, auto Min, auto Max>
option number(std::string_view key, std::string_view values, std::string_view text) {
  using integer = decltype(Max);
  return {key,
          std::string(values),
          text,
          "",
          [](options& o, std::string_view k, std::string_view v) {
            o.*Member = parse_integer<integer>(k, v, Min, Max);
          },
          [](const options& o) { return std::to_string(o.*Member); },
          is_default<Member>};
}

template <auto Member>
option flag(std::string_view key, std::string_view text) {
  return number<Member, 0, 1>(key, "0|1", text);
}

template <auto Member>
option path(std::string_view key, std::string_view text, std::string_view initial = "none") {
  return {key,
          "FILE",
          text,
          initial,
          [](options& o, std::string_view k, std::string_view v) {
            if (v.empty()) reject(k, v, "the path of a file");
            o.*Member = v;
          },
          [](const options& o) { return option_value(o.*Member); },
          is_default<Member>};
}

template <class Integer>
constexpr Integer largest = std::numeric_limits<Integer>::max();
constexpr std::uint64_t any_count = largest<std::uint64_t>;

const std::vector<option>& all_options() {
  // The schedule and its seed come first because they reproduce a run.
  static immortal<std::vector<option>> all(std::initializer_list<option>{
      one_of<&options::schedule, schedules>("schedule",
                                            "the order of a tile's threads on the checking engine"),
      number<&options::seed, std::uint64_t{0}, any_count>("seed", "N",
                                                          "the seed of the random schedules"),
      number<&options::depth, 1, 64>(
          "depth", "N", "for schedule=pct: the number of priority changes in a tile, plus one"),
      path<&options::record>("record",
                             "the file that receives the decisions of a schedule with a seed, for "
                             "schedule=replay:FILE"),
      one_of<&options::accelerator, engines>(
          "accelerator", "the default accelerator: the checking or the fast engine",
          "ref in a checked program, otherwise warp"),
      path<&options::report_path>("report_path",
                                  "the file to add reports to; in its name, %p stands for the "
                                  "process ID, %n for the program name, %t for the test",
                                  "standard error"),
      one_of<&options::report_format, formats>("report_format", "the format of reports"),
      number<&options::exitcode, 0, 255>(
          "exitcode", "N", "exit status of a program with findings that would otherwise be 0"),
      flag<&options::halt_on_error>(
          "halt_on_error",
          "exit at the first finding; the checking engine then has one worker, so that every run "
          "finds the same one"),
      flag<&options::abort_on_error>(
          "abort_on_error",
          "call abort() at the first finding, and when threads diverge at a barrier on the fast "
          "engine; the core dump has the stacks of all kernel threads"),
      number<&options::max_reports, std::size_t{0}, largest<std::size_t>>(
          "max_reports", "N", "how many findings are printed; further ones are only counted"),
      path<&options::suppressions>(
          "suppressions",
          "findings to suppress, one kind:pattern per line, such as race:histogram_*"),
      one_of<&options::color, colors>("color", "colors in text reports; auto: on a terminal"),
      number<&options::width, std::size_t{0}, largest<std::size_t>>(
          "width", "N",
          "the width in columns at which a text report wraps its sentences, at least 60; 0: the "
          "width of the terminal, at most 120"),
      number<&options::stack_size, std::size_t{32}, std::size_t{1024 * 1024}>(
          "stack_size", "KIB", "stack size of a kernel thread that waits at barriers"),
      number<&options::time_limit, 0, largest<int>>(
          "time_limit", "SECONDS",
          "how long a launch may take before the process ends with a report of its threads; 0: no "
          "limit; milliamp run sets 600"),
      number<&options::workers, 0, 1024>(
          "workers", "N", "how many OS threads run kernels; 0: one for each processor"),
      path<&options::trace_path>(
          "trace_path", "the file to record what kernel threads do on the checking engine"),
      number<&options::trace_first_launch, std::uint64_t{1}, any_count>(
          "trace_first_launch", "N", "the first launch to record, counted from 1"),
      number<&options::trace_launches, std::uint64_t{1}, any_count>("trace_launches", "N",
                                                                    "how many launches to record"),
      number<&options::trace_first_tile, std::uint64_t{0}, any_count>(
          "trace_first_tile", "N", "the first tile of a launch to record"),
      number<&options::trace_tiles, std::uint64_t{0}, any_count>(
          "trace_tiles", "N",
          "how many tiles of a launch to record, and how many further tiles that have findings"),
      number<&options::trace_events, std::uint64_t{1}, any_count>(
          "trace_events", "N", "how many events of a tile to record"),
      flag<&options::trace_global>(
          "trace_global", "also record accesses to elements of arrays, views and textures"),
      flag<&options::counts>(
          "counts", "print how often the kernels of a checked program read and write memory"),
      path<&options::counts_path>(
          "counts_path", "the file for these counts as JSON, one object on a line for each launch"),
      path<&options::values_path>("values_path",
                                  "the file for the values of captured arrays and views after each "
                                  "launch, which milliamp explore compares"),
      flag<&options::help>("help", "print the options with their defaults, and exit"),
  });
  return *all;
}

const option& find_option(std::string_view key) {
  std::string known;
  for (const option& o : all_options()) {
    if (o.key == key) return o;
    if (!known.empty()) known += ", ";
    known += o.key;
  }
  throw std::invalid_argument("unknown key '" + std::string(key) + "'; known keys are " + known);
}

/// Takes the text up to the next colon, or what is between quotes. Removes it and the colon.
std::string_view take_value(std::string_view key, std::string_view& text) {
  std::size_t begin = 0;
  std::size_t end = std::min(text.find(':'), text.size());
  if (!text.empty() && is_quote(text.front())) {
    begin = 1;
    end = text.find(text.front(), 1);
    if (end == std::string_view::npos) {
      throw std::invalid_argument("no closing quote in the value of '" + std::string(key) + "'");
    }
    if (end + 1 != text.size() && text[end + 1] != ':') {
      throw std::invalid_argument("no colon after the quoted value of '" + std::string(key) + "'");
    }
  }
  const std::string_view value = text.substr(begin, end - begin);
  text.remove_prefix(std::min(end + 1 + begin, text.size()));
  return value;
}

/// Takes the first pair from the text, and sets its option.
void take_pair(options& result, std::string_view& text) {
  constexpr std::string_view quoted_replay = "replay:";  // of a value without quotes, only "replay"
  const std::size_t end = std::min(text.find_first_of("=:"), text.size());
  const std::string_view key = text.substr(0, end);
  const option& o = find_option(key);
  if (end == text.size() || text[end] == ':') {
    throw std::invalid_argument("no value for '" + std::string(key) + "'; write " +
                                std::string(key) + "=VALUE");
  }
  text.remove_prefix(end + 1);
  const std::string_view value = take_value(key, text);
  if (key == "schedule" && value.starts_with(quoted_replay)) {
    result.schedule = schedule::replay;
    result.replayed_path = value.substr(quoted_replay.size());
  } else {
    o.read(result, key, value);
    if (key != "schedule" || result.schedule != schedule::replay) return;
    result.replayed_path = take_value(key, text);
  }
  if (result.replayed_path.empty()) reject("schedule", "replay", "replay:FILE");
}

[[noreturn]] void print_help() {
  const std::string text =
      "The keys of MILLIAMP_OPTIONS, with their values and defaults:\n" + options_help();
  _exit(write_all(stdout, text) ? 0 : unwritten_status);
}

options options_of_environment() {
  // Null also in a process with raised privileges: its files are not the caller's to choose.
  const char* text = secure_getenv("MILLIAMP_OPTIONS");
  if (text == nullptr) return {};
  try {
    options parsed = parse_options(text);
    if (parsed.help) print_help();
    return parsed;
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
    if (text.front() == ':') {
      text.remove_prefix(1);
    } else {
      take_pair(result, text);
    }
  }
  return result;
}

std::string option_value(const std::string& text) {
  const bool is_plain =
      text.find(':') == std::string::npos && (text.empty() || !is_quote(text.front()));
  if (is_plain) return text;
  const char quote = text.find('"') == std::string::npos ? '"' : '\'';
  return quote + text + quote;
}

std::vector<option_description> describe_options() {
  std::vector<option_description> all;
  for (const option& o : all_options()) {
    std::string values = o.values;
    if (o.key == "schedule") values += ":FILE";  // of replay, its last value
    all.push_back(
        {o.key, values, o.text, o.initial.empty() ? o.write({}) : std::string(o.initial)});
  }
  return all;
}

std::vector<std::string> random_schedules() {
  std::vector<std::string> names;
  for (const auto& [name, value] : schedules) {
    if (is_random(value)) names.emplace_back(name);
  }
  return names;
}

std::string options_help() {
  std::string text;
  for (const option_description& o : describe_options()) {
    text += "  " + std::string(o.key) + '=' + o.values + "\n        " + std::string(o.text) +
            " (default: " + o.initial + ")\n";
  }
  return text;
}

std::string to_string(const options& given) {
  std::string text;
  for (const option& o : all_options()) {
    const bool is_used_seed = o.key == "seed" && is_random(given.schedule);
    if (o.key != "schedule" && !is_used_seed && o.is_default(given)) continue;
    if (!text.empty()) text += ':';
    text += std::string(o.key) + '=' + o.write(given);
    if (o.key == "schedule" && given.schedule == schedule::replay) {
      text += ':' + option_value(given.replayed_path);
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
