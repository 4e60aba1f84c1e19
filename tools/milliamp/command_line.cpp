#include "command_line.h"

#include "application.h"
#include "error.h"
#include "output.h"

#include <algorithm>
#include <memory>
#include <regex>
#include <sstream>

namespace milliamp::command {

namespace {

using subcommands = std::vector<std::unique_ptr<subcommand>>;

subcommand* find(const subcommands& all, const std::string& name) {
  for (const auto& s : all) {
    if (s->cli().get_name() == name) return s.get();
  }
  return nullptr;
}

/// `a, b and c`
std::string names_of(const subcommands& all) {
  std::string text;
  for (const auto& s : all) {
    if (!text.empty()) text += s == all.back() ? " and " : ", ";
    text += s->cli().get_name();
  }
  return text;
}

/// An option of a command or of its parts; null if there is none of this name.
const CLI::Option* find_option(const CLI::App& cli, const std::string& name) {
  if (const CLI::Option* const own = cli.get_option_no_throw(name)) return own;
  for (const CLI::App* part : cli.get_subcommands([](const CLI::App*) { return true; })) {
    if (const CLI::Option* const found = part->get_option_no_throw(name)) return found;
  }
  return nullptr;
}

/// CLI11 takes the next argument as the value of `--cxx=`. No option has an empty value.
void refuse_empty_values(const CLI::App& cli, const std::vector<std::string>& arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (!arguments[i].starts_with("--")) continue;
    const bool ends = arguments[i].ends_with('=');
    const std::string name = arguments[i].substr(0, arguments[i].size() - (ends ? 1 : 0));
    const bool is_empty = ends || (i + 1 < arguments.size() && arguments[i + 1].empty());
    const CLI::Option* const option = is_empty ? find_option(cli, name) : nullptr;
    if (option == nullptr || option->get_items_expected_max() == 0) continue;
    throw error(name + " needs a value: " + name + ' ' + option->get_type_name() +
                "; see milliamp --help");
  }
}

/// An error of CLI11 in our words.
std::string reworded(const CLI::ParseError& mistake, const CLI::App& command) {
  const std::string text = mistake.what();
  if (text == "A subcommand is required") {
    std::string parts;
    for (const CLI::App* part : command.get_subcommands([](const CLI::App*) { return true; })) {
      parts += (parts.empty() ? "" : ", ") + part->get_name();
    }
    return command.get_name() + " needs a subcommand: " + parts;
  }
  // `--cxx: 1 required COMPILER missing`
  static const std::regex missing("(.*): 1 required (.*) missing");
  // `RECORDING: At Most 2 required but received 3`
  static const std::regex too_many("(.*): At Most (.*) required but received (.*)");
  return std::regex_replace(std::regex_replace(text, missing, "$1 needs a value: $1 $2"), too_many,
                            "$1: at most $2 can be given, not $3");
}

}  // namespace

int run_command_line(std::vector<std::string> arguments) {
  application milliamp;
  CLI::App& app = milliamp.cli;
  const subcommands& all = milliamp.subcommands;

  const std::string name = arguments.empty() ? "" : arguments.front();
  subcommand* const chosen = find(all, name);
  std::vector<std::string> after_dashes;
  if (chosen != nullptr && chosen->takes_dashes()) {
    const auto dashes = std::find(arguments.begin(), arguments.end(), "--");
    if (dashes != arguments.end()) {
      after_dashes.assign(dashes + 1, arguments.end());
      arguments.erase(dashes, arguments.end());
    }
  }
  if (chosen != nullptr) refuse_empty_values(chosen->cli(), arguments);
  try {
    std::reverse(arguments.begin(), arguments.end());  // the order that CLI11 expects
    app.parse(arguments);
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() == 0) {
      std::ostringstream help;
      app.exit(e, help);
      print(help.str());
      return 0;
    }
    if (chosen == nullptr) {
      throw error((name.empty() ? "no command given" : "unknown command '" + name + "'") +
                  "; the commands are " + names_of(all) + "; see milliamp --help");
    }
    throw error(reworded(e, chosen->cli()) + "; see milliamp --help");
  }
  return chosen->run(after_dashes);
}

}  // namespace milliamp::command
