/// @file
/// What `milliamp` does with its arguments.
#ifndef MILLIAMP_COMMAND_COMMAND_LINE_H
#define MILLIAMP_COMMAND_COMMAND_LINE_H

#include <string>
#include <vector>

namespace milliamp::command {

/// Does what the arguments say. May replace this process.
/// @return the exit status
/// @throws error
int run_command_line(std::vector<std::string> arguments);

}  // namespace milliamp::command

#endif
