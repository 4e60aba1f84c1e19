/// @file
/// The compiler under `milliamp c++` and `milliamp run`, and what it is to be told.
///
///     const compiler cxx = find_compiler("clang++");
///     exec(compile_command(cxx, find_installation(), checking::on, {"-c", "kernel.cpp"}));
#ifndef MILLIAMP_COMMAND_COMPILER_H
#define MILLIAMP_COMMAND_COMPILER_H

#include "installation.h"

#include <string>
#include <vector>

namespace milliamp::command {

/// Whether a program is built to be checked.
enum class checking : bool { off, on };

/// A compiler and whose options it takes.
struct compiler {
  enum class family { gnu, clang };
  /// A name to look up in PATH, or a path.
  std::string program;
  family kind;
};

/// The compiler of that name; for an empty name, the environment variable MILLIAMP_CXX; without
/// that, g++ or else clang++.
/// @throws error when there is no such program
compiler find_compiler(std::string name);

/// The command line that makes a Milliamp program of what `compiler arguments…` would do.
/// @throws error for a static program
std::vector<std::string> compile_command(const compiler&, const installation&, checking,
                                         const std::vector<std::string>& arguments);

}  // namespace milliamp::command

#endif
