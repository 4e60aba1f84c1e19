/// @file
/// The command `milliamp`: compiles, runs and records C++ AMP programs, acts as a C++ compiler for
/// them, checks them, and teaches. See application.h.
#include "command_line.h"
#include "error.h"

#include <exception>
#include <iostream>

int main(int argc, char** argv) {
  try {
    return milliamp::command::run_command_line({argv + 1, argv + argc});
  } catch (const std::exception& e) {
    std::cerr << "milliamp: " << e.what() << '\n';
    return milliamp::command::own_failure;
  }
}
