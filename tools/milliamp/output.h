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

/// Writes a file.
/// @throws unwritten if that is not possible
void write_file(const std::filesystem::path& file, const std::string& contents);

}  // namespace milliamp::command

#endif
