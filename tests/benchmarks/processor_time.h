/// @file
/// The cost of whole processes.
#pragma once

#include <string>

namespace milliamp::bench {

/// The processor time of a shell command in seconds: the minimum of several runs.
/// @param status with which the command is expected to exit
/// @throws std::runtime_error if it exits otherwise
double processor_time_of(const std::string& command, int status = 0);

}  // namespace milliamp::bench
