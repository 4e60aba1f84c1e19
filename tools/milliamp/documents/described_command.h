/// @file
/// What `milliamp --help` says, in parts, for the manual page and the completions of shells.
#ifndef MILLIAMP_COMMAND_DOCUMENTS_DESCRIBED_COMMAND_H
#define MILLIAMP_COMMAND_DOCUMENTS_DESCRIBED_COMMAND_H

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace milliamp::command {

struct described_option {
  std::vector<std::string> names;  ///< `-o`, `--output`; none for an argument
  std::string value;               ///< `FILE`, or the name of an argument; empty for a flag
  std::string text;
};

struct described_command {
  std::string name;
  std::string text;                 ///< a sentence without its full stop
  std::vector<std::string> usages;  ///< `milliamp explain [KIND...]`
  std::vector<described_option> options;
  std::vector<described_option> arguments;
  /// The names of its own subcommands; their options are among those of the command.
  std::vector<std::string> parts;
};

/// The command itself (without a name) and its subcommands, in the order of --help.
std::vector<described_command> describe(const CLI::App& app);

/// How a completion finds the values of an option or an argument.
enum class value_source { none, files, directories, commands, words };
value_source source_of(const described_option& option);
/// The values of one whose source is `words`.
std::vector<std::string> words_of(const described_option& option);

}  // namespace milliamp::command

#endif
