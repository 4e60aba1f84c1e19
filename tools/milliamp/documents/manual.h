/// @file
/// The parts of the manual pages that come from the tables of commands and options, in the language
/// of man(7).
#ifndef MILLIAMP_COMMAND_DOCUMENTS_MANUAL_H
#define MILLIAMP_COMMAND_DOCUMENTS_MANUAL_H

#include "described_command.h"

#include <string>
#include <vector>

namespace milliamp::command {

/// The usages of all commands.
std::string manual_synopsis(const std::vector<described_command>& commands);
/// The options of the command itself, and a subsection for each subcommand with its options.
std::string manual_commands(const std::vector<described_command>& commands);
/// The options of a run.
std::string manual_run_options();
/// The kinds of findings.
std::string manual_kinds();

}  // namespace milliamp::command

#endif
