/// @file
/// Reads a compiler's argument list as far as a wrapper must understand it: what is compiled, and
/// whether a program comes out.
///
///     read_compiler_arguments({"-O2", "-c", "a.cpp"})  // sources: a.cpp; links: no
#ifndef MILLIAMP_COMMAND_COMPILER_ARGUMENTS_H
#define MILLIAMP_COMMAND_COMPILER_ARGUMENTS_H

#include <string>
#include <vector>

namespace milliamp::command {

/// What an argument list asks of a C++ compiler.
struct compiler_arguments {
  /// The files to compile, C++ and C, in their order; "-" is the standard input.
  std::vector<std::string> sources;
  /// One of the sources is C++; one is C++ that has not been preprocessed yet; one is C.
  bool has_cxx = false;
  bool has_raw_cxx = false;
  bool has_c = false;
  /// The linker runs: there are inputs, and nothing such as -c ends the work before.
  bool links = false;
  /// The option that ends the work before the linker runs, such as "-c"; empty when there is none.
  std::string stops_at;
  /// Options are there that say these things: -o, -std=, -O…, -static.
  bool names_output = false;
  bool names_standard = false;
  bool names_optimization = false;
  bool links_statically = false;
};

/// Reads the arguments that follow the compiler's name; @file arguments are read as the compiler
/// reads them, by their contents.
compiler_arguments read_compiler_arguments(const std::vector<std::string>& arguments);

}  // namespace milliamp::command

#endif
