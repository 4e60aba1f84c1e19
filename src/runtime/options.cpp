#include "runtime/options.h"

#include "runtime/program.h"

#include <unistd.h>

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <utility>

namespace milliamp::detail {

namespace {

[[noreturn]] void reject(std::string_view key, std::string_view value, const std::string& good) {
  throw std::invalid_argument("bad value '" + std::string(value) + "' for '" + std::string(key) +
                              "'; expected " + good);
}

template <class Integer>
Integer parse_integer(std::string_view key, std::string_view value, Integer least, Integer most) {
  Integer number{};
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc() || end != value.data() + value.size() || number < least ||
      number > most) {
    reject(key, value, "a number from " + std::to_string(least) + " to " + std::to_string(most));
  }
  return number;
}

template <class Enum, std::size_t N>
Enum parse_choice(std::string_view key, std::string_view value,
                  const std::pair<std::string_view, Enum> (&choices)[N]) {
  std::string names;
  for (const auto& [name, choice] : choices) {
    if (name == value) return choice;
    if (!names.empty()) names += ", ";
    names += name;
  }
  reject(key, value, "one of " + names);
}

using reader = void (*)(options&, std::string_view key, std::string_view value);

constexpr std::pair<std::string_view, reader> readers[] = {
    {"accelerator",
     [](options& o, std::string_view k, std::string_view v) {
       o.accelerator = parse_choice<engine>(k, v, {{"ref", engine::ref}, {"warp", engine::warp}});
     }},
    {"report_path",
     [](options& o, std::string_view k, std::string_view v) {
       if (v.empty()) reject(k, v, "the path of a file");
       o.report_path = v;
     }},
    {"report_format",
     [](options& o, std::string_view k, std::string_view v) {
       o.report_format = parse_choice<report_format>(k, v,
                                                     {{"text", report_format::text},
                                                      {"json", report_format::json},
                                                      {"sarif", report_format::sarif}});
     }},
    {"exitcode", [](options& o, std::string_view k,
                    std::string_view v) { o.exitcode = parse_integer<int>(k, v, 0, 255); }},
    {"halt_on_error",
     [](options& o, std::string_view k, std::string_view v) {
       o.halt_on_error = parse_integer<int>(k, v, 0, 1) == 1;
     }},
    {"schedule",
     [](options& o, std::string_view k, std::string_view v) {
       o.schedule = parse_choice<schedule>(k, v,
                                           {{"forward", schedule::forward},
                                            {"reverse", schedule::reverse},
                                            {"random", schedule::random}});
     }},
    {"seed",
     [](options& o, std::string_view k, std::string_view v) {
       o.seed = parse_integer<std::uint64_t>(k, v, 0, std::numeric_limits<std::uint64_t>::max());
     }},
    {"max_reports",
     [](options& o, std::string_view k, std::string_view v) {
       o.max_reports = parse_integer<std::size_t>(k, v, 0, std::numeric_limits<std::size_t>::max());
     }},
    {"suppressions",
     [](options& o, std::string_view k, std::string_view v) {
       if (v.empty()) reject(k, v, "the path of a file");
       o.suppressions = v;
     }},
    {"color",
     [](options& o, std::string_view k, std::string_view v) {
       o.color = parse_choice<color_mode>(k, v,
                                          {{"auto", color_mode::automatic},
                                           {"always", color_mode::always},
                                           {"never", color_mode::never}});
     }},
    {"verbosity", [](options& o, std::string_view k,
                     std::string_view v) { o.verbosity = parse_integer<int>(k, v, 0, 9); }},
    {"stack_size",
     [](options& o, std::string_view k, std::string_view v) {
       o.stack_size = parse_integer<std::size_t>(k, v, 32, 1024 * 1024);
     }},
};

void read_pair(options& result, std::string_view pair) {
  const std::size_t equals = pair.find('=');
  const std::string_view key = pair.substr(0, equals);
  std::string known;
  for (const auto& [name, read] : readers) {
    if (name == key) {
      if (equals == std::string_view::npos) {
        throw std::invalid_argument("no value for '" + std::string(key) + "'; write " +
                                    std::string(key) + "=VALUE");
      }
      return read(result, key, pair.substr(equals + 1));
    }
    if (!known.empty()) known += ", ";
    known += name;
  }
  throw std::invalid_argument("unknown key '" + std::string(key) + "'; known keys are " + known);
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

// Reads the options while the library is being loaded.
[[maybe_unused]] const options& loaded = current_options();

}  // namespace

options parse_options(std::string_view text) {
  options result;
  while (!text.empty()) {
    const std::size_t colon = text.find(':');
    if (const std::string_view pair = text.substr(0, colon); !pair.empty()) {
      read_pair(result, pair);
    }
    text = colon == std::string_view::npos ? std::string_view() : text.substr(colon + 1);
  }
  return result;
}

options& current_options() {
  static options current = options_of_environment();
  return current;
}

engine default_engine() noexcept {
  const engine by_program = program_is_checked() ? engine::ref : engine::warp;
  return current_options().accelerator.value_or(by_program);
}

}  // namespace milliamp::detail
