/// @file
/// Programs that the command starts, or becomes.
#ifndef MILLIAMP_COMMAND_PROCESS_H
#define MILLIAMP_COMMAND_PROCESS_H

#include <string>
#include <vector>

namespace milliamp::command {

/// Becomes the program command[0], looked up in PATH, with these arguments; no shell is between.
/// @throws error when it cannot be run
[[noreturn]] void exec(const std::vector<std::string>& command);

/// How a program ended.
struct ending {
  /// The signal that ended it, or 0.
  int signal;
  /// Its exit status, when it exited.
  int status;
};

/// Runs the program to its end. Signals that ask this process to end go to the program, so that
/// this process can clean up behind it. A program that cannot be run ends with own_failure.
ending run(const std::vector<std::string>& command);

/// Runs the program and returns what it wrote to its standard output.
std::string output_of(const std::vector<std::string>& command);

/// Ends this process as a program ended: by the same signal or with the same status.
[[noreturn]] void end_like(const ending&);

}  // namespace milliamp::command

#endif
