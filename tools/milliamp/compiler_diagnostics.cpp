#include "compiler_diagnostics.h"

#include <cstddef>
#include <regex>
#include <sstream>

namespace milliamp::command {

namespace {

/// Text without the escape sequences of colors.
std::string plain(const std::string& text) {
  static const std::regex color("\x1b\\[[0-9;]*[mK]");
  return std::regex_replace(text, color, "");
}

/// The rule that a message names: `[spec 2.4.3.2, --allow=globals]`.
std::string rule_of(const std::string& message) {
  static const std::regex suffix(R"(\[spec [0-9.]+, --allow=(\w+)\])");
  std::smatch found;
  return std::regex_search(message, found, suffix) ? found[1].str() : "";
}

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// Whether a line marks columns of the source line above it.
bool is_caret_line(const std::string& line) {
  return line.find('^') != std::string::npos &&
         line.find_first_not_of(" \t|~^") == std::string::npos;
}

}  // namespace

std::vector<compiler_diagnostic> read_diagnostics(const std::string& text) {
  static const std::regex with_location(
      R"((.+?):(\d+):(\d+): (fatal error|error|warning|note): (.*))");
  static const std::regex without_location(R"((?:\S+: )?(fatal error|error|warning): (.*))");
  std::vector<compiler_diagnostic> all;
  const std::vector<std::string> lines = lines_of(plain(text));
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::smatch found;
    diagnostic_location location;
    // A source line may look like a diagnostic.
    const bool is_source = i > 0 && i + 1 < lines.size() && is_caret_line(lines[i + 1]);
    if (is_source) continue;
    if (std::regex_match(lines[i], found, with_location)) {
      location = {found[1], std::stoi(found[2]), std::stoi(found[3])};
    } else if (!std::regex_match(lines[i], found, without_location)) {
      continue;
    }
    const std::string level = found[found.size() - 2];
    const std::string message = found[found.size() - 1];
    if (level != "note") {
      all.push_back({location, level != "warning", message, rule_of(message), {}});
    } else if (!all.empty()) {
      all.back().notes.push_back({location, message});
    }
  }
  return all;
}

}  // namespace milliamp::command
