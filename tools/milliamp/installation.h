/// @file
/// Where the headers and the library are.
#ifndef MILLIAMP_COMMAND_INSTALLATION_H
#define MILLIAMP_COMMAND_INSTALLATION_H

#include <filesystem>
#include <string>

namespace milliamp::command {

/// The directories of the Milliamp that this command belongs to.
struct installation {
  /// Holds `amp.h`.
  std::filesystem::path include;
  /// Holds `libmilliamp.so`.
  std::filesystem::path library;
  /// Holds empty libraries that take the place of GCC's sanitizer runtimes.
  std::filesystem::path runtime_stand_ins;

  /// The plugin that a compiler (`gcc-12.2.0`) needs for checked programs; empty when there is
  /// none.
  std::filesystem::path plugin(const std::string& compiler) const;
};

/// Finds them from the place of the running command.
/// @throws error when the headers or the library are not where they should be
installation find_installation();

}  // namespace milliamp::command

#endif
