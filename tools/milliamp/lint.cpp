#include "lint.h"

#include "compiler_arguments.h"
#include "compiler_diagnostics.h"
#include "error.h"
#include "installation.h"
#include "lint_report.h"
#include "output.h"
#include "process.h"

#include <nlohmann/json.hpp>
#include <unistd.h>

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

/// The options with which a file is checked.
std::vector<std::string> flags_of(const compiler& cxx, const std::string& file,
                                  const std::vector<std::string>& given) {
  if (!fs::exists(file)) throw error("source file '" + file + "' does not exist");
  const std::vector<std::string> flags = given.empty() ? known_flags(file) : given;
  for (const std::string& flag : flags) {
    // The plugin is silent then.
    if (flag.starts_with("-std=") && flag.find('2') != std::string::npos &&
        !has_language_in_cxx20(cxx)) {
      throw error(
          "'" + file + "' is compiled with " + flag + ", but with '" + cxx.program +
          "' C++ AMP can be checked up to C++17 only; name Clang 16 or later with --cxx, or "
          "to check it as C++17, write: milliamp lint " +
          file + " -- -std=c++17");
    }
  }
  return flags;
}

}  // namespace

int lint(const compiler& cxx, const lint_request& request, const language_options& language) {
  const installation milliamp = find_installation();
  if (!has_language(cxx, milliamp)) {
    throw error("'" + cxx.program +
                "' has no front end for C++ AMP; name a Clang with --cxx whose headers "
                "(Debian: libclang-dev) Milliamp was built with");
  }
  if (request.files.empty()) {
    throw error("no source file given; name one, as in: milliamp lint kernel.cpp");
  }
  const bool as_sarif = request.format == "sarif";
  if (!as_sarif && request.format != "text") {
    throw error("unknown format '" + request.format + "'; the formats are text and sarif");
  }
  lint_report report;
  for (const std::string& file : request.files) {
    std::vector<std::string> arguments = flags_of(cxx, file, request.flags);
    // What is printed to a terminal is in colors, though the compiler writes to a pipe.
    if (as_sarif) {
      arguments.emplace_back("-fdiagnostics-absolute-paths");
    } else if (isatty(STDERR_FILENO) != 0) {
      arguments.emplace_back("-fcolor-diagnostics");
    }
    arguments.insert(arguments.end(), {"-fsyntax-only", file});
    const captured compiled =
        capture(compile_command(cxx, milliamp, checking::off, arguments, language), STDERR_FILENO);
    const bool failed = compiled.how.signal != 0 || compiled.how.status != 0;
    const std::vector<compiler_diagnostic> found = read_diagnostics(compiled.output);
    report.add(found, failed);
    if (!as_sarif || (failed && found.empty())) std::cerr << compiled.output;
  }
  if (as_sarif) {
    print(report.sarif());
  } else {
    std::cerr << report.summary();
  }
  return report.has_faults() ? 1 : 0;
}

}  // namespace milliamp::command
