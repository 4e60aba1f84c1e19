/// @file
/// `milliamp run --suggest-suppressions`
#ifndef MILLIAMP_COMMAND_SUGGEST_H
#define MILLIAMP_COMMAND_SUGGEST_H

#include "process.h"

#include <functional>

namespace milliamp::command {

/// Runs a program, and prints a suppression for each of its findings in place of its report.
/// @return how the program ended
ending suggest_suppressions(const std::function<ending()>& run);

}  // namespace milliamp::command

#endif
