/// @file
/// Starts other programs, or replaces this process by one.
#ifndef MILLIAMP_COMMAND_PROCESS_H
#define MILLIAMP_COMMAND_PROCESS_H

#include <string>
#include <vector>

namespace milliamp::command {

/// Whether exec() would find the program.
bool can_execute(const std::string& name);

/// Returns pointers to the strings and a null pointer, as execvpe() takes arguments and
/// environments.
std::vector<char*> as_argv(const std::vector<std::string>& strings);

/// Replaces this process by the program command[0], looked up in PATH, without a shell.
/// @throws error if it cannot be executed
[[noreturn]] void exec(const std::vector<std::string>& command);

/// How a program ended.
struct ending {
  /// The signal that terminated it, or 0.
  int signal;
  /// Its exit status, if it exited.
  int status;
};

/// Returns how a program ended from the status that waitpid() returns.
ending ending_of(int wait_status);

/// Runs the program and waits for it. Forwards signals that ask this process to terminate, so that
/// it can clean up afterwards. The status is own_failure if the program cannot be executed.
ending run(const std::vector<std::string>& command);

/// How a program ended, and what it wrote.
struct captured {
  ending how;
  std::string output;
};

/// Runs the program and waits for it.
/// @param stream the stream to capture: standard output (1) or standard error (2)
captured capture(const std::vector<std::string>& command, int stream = 1);
/// Starts the program in a session of its own, without input or output, and does not wait for it.
void start(const std::vector<std::string>& command);

/// Runs the program and returns its standard output.
std::string output_of(const std::vector<std::string>& command);

/// Terminates this process as a program ended: by the same signal or with the same status.
[[noreturn]] void end_like(const ending&);

}  // namespace milliamp::command

#endif
