#include "lint.h"

#include "compiler_arguments.h"
#include "error.h"
#include "installation.h"
#include "process.h"

#include <nlohmann/json.hpp>

#include <array>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string_view>

namespace milliamp::command {

namespace {

namespace fs = std::filesystem;

/// The compilation database of a file: compile_commands.json in one of its directories, or in the
/// directory build of one. Empty if there is none.
fs::path find_database(const fs::path& file) {
  for (fs::path at = fs::absolute(file).parent_path();; at = at.parent_path()) {
    for (const fs::path& directory : {at, at / "build"}) {
      if (fs::exists(directory / "compile_commands.json")) {
        return directory / "compile_commands.json";
      }
    }
    if (at == at.root_path()) return {};
  }
}

/// Keeps the options that decide what the compiler reads. Others may be another compiler's.
std::vector<std::string> reading_options(const std::vector<std::string>& arguments,
                                         const fs::path& directory) {
  static constexpr std::array<std::string_view, 7> with_path = {
      "-I", "-isystem", "-iquote", "-idirafter", "-include", "-imacros", "-isysroot"};
  static constexpr std::array<std::string_view, 3> others = {"-D", "-U", "-std="};
  std::vector<std::string> kept;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    for (const std::string_view option : with_path) {
      if (!argument.starts_with(option)) continue;
      const bool separate = argument == option && i + 1 < arguments.size();
      const std::string path = separate ? arguments[++i] : argument.substr(option.size());
      const bool is_name = option == "-include" && !fs::exists(directory / path);
      kept.insert(kept.end(), {std::string(option), is_name ? path : (directory / path).string()});
      break;
    }
    for (const std::string_view option : others) {
      if (!argument.starts_with(option)) continue;
      kept.push_back(argument);
      if (argument == option && i + 1 < arguments.size()) kept.push_back(arguments[++i]);
    }
  }
  return kept;
}

/// The options of a file in its compilation database.
std::vector<std::string> known_flags(const fs::path& file) {
  const fs::path database = find_database(file);
  if (database.empty()) return {};
  std::ifstream stream(database);
  const auto entries = nlohmann::json::parse(stream, nullptr, /*allow_exceptions=*/false);
  if (!entries.is_array()) {
    throw error("the compilation database " + database.string() +
                " is no list; name the compiler's flags behind --");
  }
  for (const auto& entry : entries) {
    const fs::path directory = entry.value("directory", "");
    std::error_code ignored;
    if (!fs::equivalent(directory / entry.value("file", ""), file, ignored)) continue;
    const auto arguments = entry.contains("arguments")
                               ? entry["arguments"].get<std::vector<std::string>>()
                               : split_response(entry.value("command", ""));
    return reading_options(arguments, directory);
  }
  return {};
}

}  // namespace

int lint(const compiler& cxx, const std::vector<std::string>& files,
         const std::vector<std::string>& flags, const language_options& language) {
  const installation milliamp = find_installation();
  if (!has_language(cxx, milliamp)) {
    throw error(
        "'" + cxx.program +
        "' has no front end for C++ AMP; name a Clang of the version that Milliamp was "
        "built for with --cxx, and build Milliamp with Clang's headers (Debian: libclang-dev)");
  }
  if (files.empty()) throw error("no source file given; name one, as in: milliamp lint kernel.cpp");
  int faulty = 0;
  for (const std::string& file : files) {
    if (!fs::exists(file)) throw error("source file '" + file + "' does not exist");
    std::vector<std::string> arguments = flags.empty() ? known_flags(file) : flags;
    for (const std::string& argument : arguments) {
      // The plugin is silent in C++20, see src/language/plugin.cpp.
      if (argument.starts_with("-std=") && argument.find_first_of("2") != std::string::npos) {
        throw error("'" + file + "' is compiled with " + argument +
                    ", but C++ AMP can be checked up to C++17 only; to check it as such, write: "
                    "milliamp lint " +
                    file + " -- -std=c++17");
      }
    }
    arguments.insert(arguments.end(), {"-fsyntax-only", file});
    const ending ended = run(compile_command(cxx, milliamp, checking::off, arguments, language));
    if (ended.signal != 0 || ended.status != 0) ++faulty;
  }
  if (faulty != 0) {
    std::cerr << "milliamp lint: " << faulty << " of " << files.size() << " files with errors\n";
  }
  return faulty == 0 ? 0 : 1;
}

}  // namespace milliamp::command
