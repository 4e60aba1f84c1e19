/// @file
/// Selects the compiler that `milliamp c++` and `milliamp run` call, and builds its command line.
///
///     const compiler cxx = find_compiler("clang++");
///     exec(compile_command(cxx, find_installation(), checking::on, {"-c", "kernel.cpp"}));
#ifndef MILLIAMP_COMMAND_COMPILER_H
#define MILLIAMP_COMMAND_COMPILER_H

#include "installation.h"

#include <string>
#include <vector>

namespace milliamp::command {

/// Whether a program is instrumented for the checking engine.
enum class checking : bool { off, on };

/// How sources are compiled as C++ AMP, where Clang can (src/language).
struct language_options {
  bool on = true;
  /// The names of rules that the program may break.
  std::vector<std::string> allowed;
  /// Whether they were written for Visual C++ (include/milliamp/compat).
  bool msvc = false;
};

/// A compiler, and the family whose options it accepts.
struct compiler {
  enum class family { gnu, clang };
  /// A name to look up in PATH, or a path.
  std::string program;
  family kind;
};

/// Finds the compiler of that name. For an empty name, the environment variable MILLIAMP_CXX names
/// it; if that is not set, it is g++ or else clang++.
/// @throws error if the program does not exist
compiler find_compiler(std::string name);

/// Returns the command line that does what `compiler arguments…` does, for a Milliamp program.
/// @throws error for a static program, and for a checked one with other sanitizers
std::vector<std::string> compile_command(const compiler&, const installation&, checking,
                                         const std::vector<std::string>& arguments,
                                         const language_options& = {});

/// Says what the option --msvc cannot do with the compiler; empty if it can do all.
std::string limits_of_msvc(const compiler&);

/// Whether the compiler has a plugin that compiles C++ AMP as a language.
bool has_language(const compiler&, const installation&);

}  // namespace milliamp::command

#endif
