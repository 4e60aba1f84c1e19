#include "compilation_database.h"

#include "base/json.h"
#include "base/read_file.h"
#include "compiler_arguments.h"
#include "error.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <system_error>

namespace milliamp::command {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// compile_commands.json in a directory of the file, or in the directory build of one. Empty if
/// there is none.
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

std::string string_of(const json& entry, const char* key) {
  const json value = entry.value(key, json(""));
  if (!value.is_string()) {
    throw error('\'' + std::string(key) + "' must be a string, not of type " + value.type_name());
  }
  return value;
}

/// Null if the text is not JSON.
json parse(std::string_view text) try {
  return detail::base::parse_json<json>(text);
} catch (const json::exception&) {
  return nullptr;
} catch (const std::invalid_argument& e) {
  throw error(e.what());
}

database_entry entry_of(const json& entry) {
  if (!entry.is_object())
    throw error(std::string("it must be an object, not of type ") + entry.type_name());
  database_entry read{string_of(entry, "directory"), string_of(entry, "file"), {}};
  const auto arguments = entry.find("arguments");
  if (arguments == entry.end()) {
    read.arguments = split_arguments(string_of(entry, "command"), quoting::shell);
    return read;
  }
  if (!arguments->is_array() || !std::all_of(arguments->begin(), arguments->end(),
                                             [](const json& a) { return a.is_string(); })) {
    throw error("'arguments' must be a list of strings");
  }
  read.arguments = arguments->get<std::vector<std::string>>();
  return read;
}

}  // namespace

std::vector<database_entry> parse_database(std::string_view text) {
  const json list = parse(text);
  if (!list.is_array()) throw error("it is not a JSON list");
  std::vector<database_entry> all;
  for (const json& entry : list) {
    try {
      all.push_back(entry_of(entry));
    } catch (const error& mistake) {
      throw error("entry " + std::to_string(all.size() + 1) + ": " + mistake.what());
    }
  }
  return all;
}

std::vector<std::string> reading_options(const database_entry& entry) {
  static constexpr std::array<std::string_view, 7> with_path = {
      "-I", "-isystem", "-iquote", "-idirafter", "-include", "-imacros", "-isysroot"};
  static constexpr auto others = std::to_array<std::string_view>(
      {"-D", "-U", "-std=", "--std=", "-pthread", "-fopenmp", "-fno-exceptions", "-fno-rtti"});
  // CMake passes what concerns precompiled headers to Clang's front end, word by word.
  std::vector<std::string> arguments = entry.arguments;
  std::erase(arguments, "-Xclang");
  std::vector<std::string> kept;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (argument == "-include-pch") {
      ++i;  // it was compiled with other options
      continue;
    }
    for (const std::string_view option : with_path) {
      if (!argument.starts_with(option)) continue;
      const bool separate = argument == option && i + 1 < arguments.size();
      const std::string path = separate ? arguments[++i] : argument.substr(option.size());
      std::error_code ignored;
      const bool is_name = option == "-include" && !fs::exists(entry.directory / path, ignored);
      kept.insert(kept.end(),
                  {std::string(option), is_name ? path : (entry.directory / path).string()});
      break;
    }
    for (const std::string_view option : others) {
      if (!argument.starts_with(option)) continue;
      kept.push_back(argument);
      const bool separate = argument == "-D" || argument == "-U";
      if (separate && i + 1 < arguments.size()) kept.push_back(arguments[++i]);
    }
  }
  return kept;
}

std::vector<std::string> known_options(const fs::path& file) {
  const fs::path database = find_database(file);
  if (database.empty()) return {};
  try {
    const std::optional<std::string> text = detail::base::read_file(database);
    if (!text.has_value()) throw error(std::strerror(errno));
    for (const database_entry& entry : parse_database(*text)) {
      std::error_code ignored;
      if (fs::equivalent(entry.directory / entry.file, file, ignored)) {
        return reading_options(entry);
      }
    }
  } catch (const error& mistake) {
    throw error("cannot read the compilation database " + database.string() + ": " +
                mistake.what() + "; name the compiler's flags after --");
  }
  return {};
}

}  // namespace milliamp::command
