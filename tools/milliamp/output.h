/// @file
/// What the command writes, to standard output or to files.
#ifndef MILLIAMP_COMMAND_OUTPUT_H
#define MILLIAMP_COMMAND_OUTPUT_H

#include <filesystem>
#include <string>

namespace milliamp::command {

/// Prints text on standard output.
/// @throws unwritten if not all of it could be written
void print(const std::string& text);

/// Makes sure that all is written that has been printed by other means.
/// @throws unwritten otherwise
void finish_output();

/// Writes a file.
/// @throws unwritten if that is not possible
void write_file(const std::filesystem::path& file, const std::string& contents);

}  // namespace milliamp::command

#endif
