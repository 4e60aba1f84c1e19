/// @file
/// `milliamp lint`: reports what breaks the rules of the language, and compiles nothing.
#ifndef MILLIAMP_COMMAND_LINT_H
#define MILLIAMP_COMMAND_LINT_H

#include "compiler.h"

#include <string>
#include <vector>

namespace milliamp::command {

struct lint_request {
  std::vector<std::string> files;
  /// The compiler's options. Without any, those of the compilation database that is next to a file
  /// or above it are used, as far as they decide what the compiler reads.
  std::vector<std::string> flags;
  /// `text`: what the compiler prints, and a summary, to standard error; `sarif`: a log, to
  /// standard output.
  std::string format = "text";
};

/// Checks the files with Clang.
/// @return the exit status: 1 if a file breaks a rule or does not compile, otherwise 0
/// @throws error if a file does not exist, or the compiler has no front end for C++ AMP
int lint(const compiler&, const lint_request&, const language_options&);

}  // namespace milliamp::command

#endif
