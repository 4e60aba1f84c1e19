/// @file
/// Programs that record their kernels, as `milliamp trace` runs them, or count accesses.
#ifndef MILLIAMP_COMMAND_RECORD_H
#define MILLIAMP_COMMAND_RECORD_H

#include "process.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace milliamp::command {

struct recording_options {
  std::string path = "milliamp.trace";
  std::string format;  ///< `chrome`: convert the recording; empty: do not
  bool global = false;
  std::optional<std::uint64_t> first_launch;
  std::optional<std::uint64_t> launches;
  std::optional<std::uint64_t> first_tile;
  std::optional<std::uint64_t> tiles;
  std::optional<std::uint64_t> events;
};

struct counting_options {
  bool table = false;
  std::string path;
};

/// Makes the programs that this process starts count.
void count(const counting_options& options);

/// Appends an option to MILLIAMP_OPTIONS, for the programs that this process starts.
void add_run_option(const std::string& key, const std::string& value);
/// Appends an option whose value is the path of a file.
void add_run_path(const std::string& key, const std::string& path);

/// Whether the arguments name a program, and no source to compile.
bool is_program(const std::vector<std::string>& arguments);

/// The command line that runs the program.
/// @throws error if there are other arguments, which only a compiler would understand
std::vector<std::string> program_command(const std::vector<std::string>& program,
                                         const std::vector<std::string>& arguments);

/// Calls run(), which starts a program, with the options for a recording. Says where it is.
/// An earlier recording is replaced by a complete one only.
ending record(const recording_options& options, const std::function<ending()>& run);

}  // namespace milliamp::command

#endif
