/// @file
/// What the command throws when it cannot do what it was asked: main() prints it and ends.
#ifndef MILLIAMP_COMMAND_ERROR_H
#define MILLIAMP_COMMAND_ERROR_H

#include <stdexcept>

namespace milliamp::command {

/// The command's exit status when it is itself what failed, not a compiler or a program.
inline constexpr int own_failure = 2;

/// A message that names the value that is wrong, and the way out.
class error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace milliamp::command

#endif
