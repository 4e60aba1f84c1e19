/// @file
/// The exception for errors of the command itself. main() prints it and exits.
#ifndef MILLIAMP_COMMAND_ERROR_H
#define MILLIAMP_COMMAND_ERROR_H

#include <stdexcept>

namespace milliamp::command {

/// The exit status if the command itself failed, and not the compiler or the program.
inline constexpr int own_failure = 2;

/// An error whose message names the wrong value and says what to do instead.
class error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// An error of output that cannot be written, which has an exit status of its own.
class unwritten : public error {
 public:
  using error::error;
};

}  // namespace milliamp::command

#endif
