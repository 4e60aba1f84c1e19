/// @file
/// Completions for shells: options, commands, kinds of findings, formats, files.
#ifndef MILLIAMP_COMMAND_DOCUMENTS_COMPLETION_H
#define MILLIAMP_COMMAND_DOCUMENTS_COMPLETION_H

#include "described_command.h"

#include <string>
#include <vector>

namespace milliamp::command {

/// Scripts for the directories in which the shells look for completions of `milliamp`.
std::string bash_completion(const std::vector<described_command>& commands);
std::string zsh_completion(const std::vector<described_command>& commands);
std::string fish_completion(const std::vector<described_command>& commands);

}  // namespace milliamp::command

#endif
