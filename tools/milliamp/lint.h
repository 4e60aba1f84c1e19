/// @file
/// `milliamp lint`: reports what breaks the rules of the language, and compiles nothing.
#ifndef MILLIAMP_COMMAND_LINT_H
#define MILLIAMP_COMMAND_LINT_H

#include "compiler.h"

#include <string>
#include <vector>

namespace milliamp::command {

/// Checks the files with Clang. Without flags, those of the compilation database that is next to a
/// file or above it are used, as far as they decide what the compiler reads.
/// @return the exit status: 1 if the compiler has reported an error, otherwise 0
/// @throws error if a file does not exist, or the compiler has no front end for C++ AMP
int lint(const compiler&, const std::vector<std::string>& files,
         const std::vector<std::string>& flags, const language_options&);

}  // namespace milliamp::command

#endif
