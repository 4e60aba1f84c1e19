/// @file
/// Which lessons the learner has solved. Kept in a file, one name a line.
#ifndef MILLIAMP_COMMAND_PROGRESS_H
#define MILLIAMP_COMMAND_PROGRESS_H

#include <filesystem>
#include <set>
#include <string>

namespace milliamp::command {

/// The file: milliamp/lessons in $XDG_STATE_HOME, or else in ~/.local/state.
std::filesystem::path progress_file();

/// The names of the lessons that have been solved.
std::set<std::string> solved_lessons();

/// Adds a lesson to them.
/// @throws unwritten if the file cannot be written
void record_solved(const std::string& lesson);

}  // namespace milliamp::command

#endif
