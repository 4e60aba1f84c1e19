/// @file
/// Locates the headers and the library.
#ifndef MILLIAMP_COMMAND_INSTALLATION_H
#define MILLIAMP_COMMAND_INSTALLATION_H

#include <filesystem>
#include <string>

namespace milliamp::command {

/// The directories of the installation or build tree that this command belongs to.
struct installation {
  /// Contains `amp.h`.
  std::filesystem::path include;
  /// Contains `libmilliamp.so`.
  std::filesystem::path library;
  /// Contains a directory for each lesson. It may be missing.
  std::filesystem::path lessons;
  /// Contains the empty library that replaces ThreadSanitizer's runtime when GCC links, and in
  /// `undefined` that of UndefinedBehaviorSanitizer.
  std::filesystem::path runtime_stand_ins;
  /// The page of `milliamp view`, without recordings. Absent if it was built without Node.js.
  std::filesystem::path page;

  /// The plugin for a compiler (`gcc-12.2.0`), used for checked programs; empty if there is none.
  std::filesystem::path plugin(const std::string& compiler) const;
};

/// Locates them relative to the running command.
/// @throws error if the headers or the library are missing
installation find_installation();

}  // namespace milliamp::command

#endif
