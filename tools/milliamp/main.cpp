/// @file
/// The command `milliamp`: compiles, runs and records C++ AMP programs, acts as a C++ compiler for
/// them, checks them, and teaches. See application.h.
#include "base/output_file.h"
#include "command_line.h"
#include "error.h"

#include <csignal>
#include <exception>
#include <iostream>

int main(int argc, char** argv) {
  using milliamp::detail::base::unwritten_status;
  std::signal(SIGCHLD, SIG_DFL);  // if it is inherited as ignored, no child can be waited for
  try {
    return milliamp::command::run_command_line({argv + 1, argv + argc});
  } catch (const milliamp::command::unwritten& e) {
    std::cerr << "milliamp: " << e.what() << '\n';
    return unwritten_status;
  } catch (const std::exception& e) {
    std::cerr << "milliamp: " << e.what() << '\n';
    return milliamp::command::own_failure;
  }
}
