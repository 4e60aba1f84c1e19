/// @file
/// Runs a program for a limited time, with files for its output.
#ifndef MILLIAMP_COMMAND_LIMITED_PROCESS_H
#define MILLIAMP_COMMAND_LIMITED_PROCESS_H

#include "held_signals.h"
#include "process.h"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace milliamp::command {

/// A program to run, without standard input.
struct limited_process {
  std::vector<std::string> command;
  std::string options;  ///< its MILLIAMP_OPTIONS
  std::string output;   ///< the file for its standard output
  std::string errors;   ///< the file for its standard error
};

/// Runs a program and waits for it. It is killed, with what it has started, at the time limit, and
/// when a signal arrives. Other threads may also run programs.
/// @return how it ended; empty if it was killed
/// @throws error if it cannot be started
std::optional<ending> run(const limited_process& program, std::chrono::seconds limit,
                          const held_signals& signals);

}  // namespace milliamp::command

#endif
