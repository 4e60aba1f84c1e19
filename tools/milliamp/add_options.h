/// @file
/// The options of commands whose code does not include CLI11, which takes three seconds to compile.
#ifndef MILLIAMP_COMMAND_ADD_OPTIONS_H
#define MILLIAMP_COMMAND_ADD_OPTIONS_H

#include "record.h"
#include "view.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <string>

namespace milliamp::command {

/// Accepts whole numbers of a range only. CLI11 itself takes -1 for the largest number.
CLI::Validator whole_number(std::uint64_t min, std::uint64_t max);
CLI::Validator whole_number(std::uint64_t min);

/// Accepts what MILLIAMP_OPTIONS accepts as the value of an option.
CLI::Validator run_option(const std::string& key);

/// Adds the options of `milliamp run` for counts.
void add_options(CLI::App& app, counting_options& options);

/// Adds the options of `milliamp trace`.
void add_options(CLI::App& app, recording_options& options);

/// Adds the options of `milliamp view`.
void add_options(CLI::App& app, view_options& options);

}  // namespace milliamp::command

#endif
