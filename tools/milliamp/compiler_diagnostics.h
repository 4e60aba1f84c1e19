/// @file
/// Reads the diagnostics of a compiler from the text that it prints.
#ifndef MILLIAMP_COMMAND_COMPILER_DIAGNOSTICS_H
#define MILLIAMP_COMMAND_COMPILER_DIAGNOSTICS_H

#include <compare>
#include <string>
#include <vector>

namespace milliamp::command {

/// A location in the source; without a line, the compiler has named none.
struct diagnostic_location {
  std::string file;
  int line = 0;
  int column = 0;
  auto operator<=>(const diagnostic_location&) const = default;
};

struct diagnostic_note {
  diagnostic_location location;
  std::string text;
  auto operator<=>(const diagnostic_note&) const = default;
};

/// An error or a warning.
struct compiler_diagnostic {
  diagnostic_location location;
  bool is_error = true;
  std::string text;
  /// The rule of the language that is broken (src/language/rules.def); empty for C++ itself.
  std::string rule;
  std::vector<diagnostic_note> notes;
  auto operator<=>(const compiler_diagnostic&) const = default;
};

/// Reads what Clang has written to its standard error, in colors or not.
std::vector<compiler_diagnostic> read_diagnostics(const std::string& text);

}  // namespace milliamp::command

#endif
