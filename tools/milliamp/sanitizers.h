/// @file
/// How `--check` goes together with the sanitizers that the arguments select.
///
/// The instrumentation of checked programs uses the flags of two sanitizers, whose callbacks
/// libmilliamp defines. When one command compiles and links, GCC would link the sanitizers' own
/// runtimes. The runtime of UndefinedBehaviorSanitizer is needed if the arguments also select it.
#ifndef MILLIAMP_COMMAND_SANITIZERS_H
#define MILLIAMP_COMMAND_SANITIZERS_H

#include "compiler.h"
#include "compiler_arguments.h"
#include "installation.h"

#include <string>
#include <vector>

namespace milliamp::command {

/// @throws error for sanitizers that cannot be used together with the instrumentation of --check
void refuse_sanitizers(const compiler_arguments& read, const std::vector<std::string>& arguments);

/// The flags, to follow `-lmilliamp`, of a command that links a checked program. With GCC, which
/// searches the directories of empty libraries before its own, they replace ThreadSanitizer's
/// runtime, and UndefinedBehaviorSanitizer's unless the arguments select it.
std::vector<std::string> runtime_flags(const compiler& cxx, const installation& milliamp,
                                       const compiler_arguments& read);

}  // namespace milliamp::command

#endif
