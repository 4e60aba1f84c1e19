/// @file
/// `milliamp lesson N --check FILE`: checks a solution of an exercise.
#ifndef MILLIAMP_COMMAND_LESSON_CHECK_H
#define MILLIAMP_COMMAND_LESSON_CHECK_H

#include "compiler.h"
#include "lessons.h"

#include <filesystem>
#include <string>

namespace milliamp::command {

/// What a check has shown.
struct verdict {
  bool solved;
  /// If not solved: the compiler's error, the report or the wrong result, and an answer to it.
  /// Empty if the compiler has printed its own.
  std::string reason;
};

/// Compiles the lesson's check with the solution, and runs it under many schedules, up to the first
/// with a finding or a wrong result.
/// @throws error if the file does not exist
verdict check_solution(const lesson&, const std::filesystem::path& solution, const compiler&);

}  // namespace milliamp::command

#endif
