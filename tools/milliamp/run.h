/// @file
/// `milliamp run`: compiles a program, runs it and removes it.
#ifndef MILLIAMP_COMMAND_RUN_H
#define MILLIAMP_COMMAND_RUN_H

#include "compiler.h"
#include "process.h"

#include <string>
#include <vector>

namespace milliamp::command {

/// Compiles as `milliamp c++ compiler_arguments…` does, as C++17 and with optimization unless the
/// arguments specify others. Runs the program with its arguments and removes it.
/// @return how the program ended, or the compiler if the compilation failed
/// @throws error if the arguments produce no program, or name a source that does not exist
ending compile_and_run(const compiler&, checking, std::vector<std::string> compiler_arguments,
                       const std::vector<std::string>& program_arguments,
                       const language_options& = {});

}  // namespace milliamp::command

#endif
