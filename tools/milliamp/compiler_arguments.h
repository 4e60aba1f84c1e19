/// @file
/// Parses a compiler's argument list as far as a wrapper must: which sources it compiles, and
/// whether it links a program.
///
///     read_compiler_arguments({"-O2", "-c", "a.cpp"})  // sources: a.cpp; links: no
#ifndef MILLIAMP_COMMAND_COMPILER_ARGUMENTS_H
#define MILLIAMP_COMMAND_COMPILER_ARGUMENTS_H

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace milliamp::command {

/// The parts of an argument list that matter to a wrapper.
struct compiler_arguments {
  /// The files to compile, C++ and C, in order; "-" is the standard input.
  std::vector<std::string> sources;
  /// The other inputs, such as objects.
  std::vector<std::string> objects;
  /// Whether any source is C++, is C++ that is not preprocessed yet, or is C.
  bool has_cxx = false;
  bool has_raw_cxx = false;
  bool has_c = false;
  /// Whether the linker runs: there are inputs, and no option such as -c stops before the link.
  bool links = false;
  /// The option that stops before the link, such as "-c"; empty if none does.
  std::string stops_at;
  /// Whether these options are given: -o, -std=, -O…, -static.
  bool names_output = false;
  bool names_standard = false;
  bool names_optimization = false;
  bool links_statically = false;
  /// The last argument, if it is an option whose value is missing.
  std::string without_value;
  /// The sanitizers that -fsanitize= and -fno-sanitize= leave on.
  std::set<std::string> sanitizers;
};

/// Parses the arguments that follow the compiler's name. Expands @file arguments, as the compiler
/// does.
compiler_arguments read_compiler_arguments(const std::vector<std::string>& arguments);

/// Whose rules quotes and backslashes follow. In a shell, a backslash within single quotes stands
/// for itself; elsewhere, it escapes the next character.
enum class quoting { response_file, shell };

/// Splits text into arguments at white space that is not quoted.
std::vector<std::string> split_arguments(std::string_view text, quoting rules);

}  // namespace milliamp::command

#endif
