/// @file
/// The options of a run, from the environment variable MILLIAMP_OPTIONS: `key=value` pairs
/// separated by colons, as in the sanitizers' options. A value with colons is quoted by `'` or `"`.
///
///     MILLIAMP_OPTIONS=schedule=random:seed=7:report_format=json ./program
#pragma once

#include <milliamp/detail/launch.h>
#include <milliamp/milliamp.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace milliamp::detail::base {

enum class report_format : std::uint8_t {
#define MILLIAMP_REPORT_FORMAT(name) name,
#include "base/report_formats.def"
};
enum class color_mode : std::uint8_t { automatic, always, never };

/// The options with their defaults.
struct options {
  std::optional<engine_kind>
      accelerator;          ///< default accelerator; unset: REF for checked programs, else WARP
  std::string report_path;  ///< file for reports; empty: standard error
  base::report_format report_format = report_format::text;
  int exitcode = 66;            ///< exit status if there are findings; 0: keep the program's own
  bool halt_on_error = false;   ///< exit at the first finding
  bool abort_on_error = false;  ///< abort at the first finding, or when threads diverge on WARP
  milliamp::schedule schedule = schedule::forward;  ///< thread order within a tile on REF
  std::string replayed_path;                        ///< file of schedule=replay:FILE
  std::uint64_t seed = 0;                           ///< seed of the random schedules
  int depth = 3;                  ///< for schedule=pct: the number of priority changes, plus one
  std::string record;             ///< file that receives the decisions of the schedule
  std::size_t max_reports = 100;  ///< findings to print; further ones are only counted
  std::string suppressions;       ///< file of suppressions
  color_mode color = color_mode::automatic;
  std::size_t width = 0;         ///< columns of text reports; 0: those of the terminal, at most 120
  std::size_t stack_size = 256;  ///< stack of a kernel thread that waits at barriers, in KiB
  int time_limit = 0;            ///< limit of a launch, in seconds; 0: none
  int workers = 0;               ///< OS threads that run kernels; 0: one for each processor
  std::string trace_path;        ///< file for a recording of launches on REF; empty: none
  std::uint64_t trace_first_launch = 1;  ///< the first launch to record, counted from 1
  std::uint64_t trace_launches = 8;      ///< launches to record
  std::uint64_t trace_first_tile = 0;    ///< the first tile of a launch to record
  /// Tiles of a launch to record; limits also the number of further tiles that have findings.
  std::uint64_t trace_tiles = 4;
  std::uint64_t trace_events = 100'000;  ///< events of a tile to record
  bool counts = false;                   ///< print the counts of accesses of launches on REF
  std::string counts_path;               ///< file for these counts as JSON; empty: none
  std::string values_path;               ///< file for the values after each launch; empty: none
  bool trace_global = false;             ///< also record accesses to global memory
  bool help = false;                     ///< print the options and exit
};

/// Whether the schedule has policies (engine/schedule_policy.h); otherwise threads take turns in
/// the order of their numbers.
constexpr bool has_policy(schedule s) { return s > schedule::reverse; }
/// Whether the seed determines the schedule.
constexpr bool is_random(schedule s) { return has_policy(s) && s != schedule::replay; }

/// The names of the schedules that the seed determines.
std::vector<std::string> random_schedules();

/// Parses the text of MILLIAMP_OPTIONS.
/// @throws std::invalid_argument for an unknown key or a bad value, naming the accepted ones
options parse_options(std::string_view text);

/// Returns the text for the schedule, its seed and all options that differ from the defaults.
std::string to_string(const options& given);

/// Returns a value as the text of options has it: in quotes if it has a colon.
std::string option_value(const std::string& text);

/// An option, as help and the manual show it.
struct option_description {
  std::string_view key;
  std::string values;  ///< `text|json|sarif`, `N`, `FILE`
  std::string_view text;
  std::string initial;  ///< the default
};

/// All options, in the order of to_string().
std::vector<option_description> describe_options();

/// Two lines for each option: what MILLIAMP_OPTIONS=help=1 and `milliamp --help` print.
std::string options_help();

/// The options of this process. The library reads MILLIAMP_OPTIONS when it is loaded; if the text
/// is invalid, it prints a message and exits with status 2. A process with raised privileges
/// (AT_SECURE) ignores the variable.
options& current_options();

}  // namespace milliamp::detail::base
