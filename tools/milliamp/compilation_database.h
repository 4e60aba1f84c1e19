/// @file
/// The compilation database of a project, compile_commands.json, in which `milliamp lint` finds the
/// options of a source.
#ifndef MILLIAMP_COMMAND_COMPILATION_DATABASE_H
#define MILLIAMP_COMMAND_COMPILATION_DATABASE_H

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace milliamp::command {

/// How a source is compiled.
struct database_entry {
  std::filesystem::path directory;  ///< in which the compiler is called
  std::filesystem::path file;
  std::vector<std::string> arguments;
};

/// Parses the text of a compilation database.
/// @throws error if it is not valid, naming the wrong entry
std::vector<database_entry> parse_database(std::string_view text);

/// Keeps the options that decide what the compiler reads, with absolute paths. Others may be
/// another compiler's.
std::vector<std::string> reading_options(const database_entry&);

/// The options of a file in the compilation database that is next to it or above it. None if there
/// is no database, or the file is not in it.
/// @throws error naming the database, if that cannot be read
std::vector<std::string> known_options(const std::filesystem::path& file);

}  // namespace milliamp::command

#endif
