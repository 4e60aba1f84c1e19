/// @file
/// The options of a run, from the environment variable MILLIAMP_OPTIONS: `key=value` pairs joined
/// by colons, as the sanitizers have them.
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

namespace milliamp::detail::base {

enum class report_format : std::uint8_t { text, json, sarif };
enum class color_mode : std::uint8_t { automatic, always, never };

/// Every option with its default.
struct options {
  std::optional<engine_kind>
      accelerator;          ///< the default accelerator; unset: by the kind of program
  std::string report_path;  ///< where reports go; empty: standard error
  report_format report_format = report_format::text;
  int exitcode = 66;           ///< exit status of a program that had findings; 0: leave it alone
  bool halt_on_error = false;  ///< end the program at the first finding
  milliamp::schedule schedule = schedule::forward;  ///< order of a tile's threads on REF
  std::uint64_t seed = 0;                           ///< of schedule=random
  std::size_t max_reports = 100;                    ///< findings printed; the rest are counted
  std::string suppressions;                         ///< file of findings that are not wanted
  color_mode color = color_mode::automatic;
  int verbosity = 0;
  std::size_t stack_size = 256;  ///< KiB of stack for a thread that waits at barriers
};

/// Reads the text of MILLIAMP_OPTIONS.
/// @throws std::invalid_argument naming a key that is unknown or a value that is bad, and what
///   would be good
options parse_options(std::string_view text);

/// The text for the schedule, its seed, and all that differs from the defaults.
std::string to_string(const options& given);

/// The options of this process. MILLIAMP_OPTIONS is read when the library is loaded; a mistake in
/// it ends the process then, with a message and exit status 2, before it could go unnoticed.
options& current_options();

}  // namespace milliamp::detail::base
