#include "described_command.h"

#include "base/options.h"
#include "configuration.h"
#include "report/finding.h"

#include <algorithm>
#include <sstream>

namespace milliamp::command {

namespace {

described_option describe(const CLI::Option& option) {
  described_option result;
  for (const std::string& name : option.get_snames()) result.names.push_back('-' + name);
  for (const std::string& name : option.get_lnames()) result.names.push_back("--" + name);
  const bool is_flag = option.get_items_expected_max() == 0;
  if (result.names.empty()) {
    result.value = option.get_name();
  } else if (!is_flag) {
    result.value = option.get_type_name() == "TEXT" ? "VALUE" : option.get_type_name();
  }
  result.text = option.get_description();
  return result;
}

/// Splits `Do something:\n  milliamp something ARGUMENT` into the sentence and the usages.
void read_description(const std::string& text, described_command& result) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("  ")) {
      result.usages.push_back(line.substr(2));
    } else {
      result.text += (result.text.empty() ? "" : " ") + line;
    }
  }
  while (!result.text.empty() && (result.text.back() == ':' || result.text.back() == '.')) {
    result.text.pop_back();
  }
}

void add_options(const CLI::App& app, described_command& result) {
  for (const CLI::Option* option : app.get_options()) {
    described_option described = describe(*option);
    (described.names.empty() ? result.arguments : result.options).push_back(std::move(described));
  }
}

described_command describe_one(const CLI::App& app) {
  described_command result;
  result.name = app.get_name();
  read_description(app.get_description(), result);
  add_options(app, result);
  return result;
}

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> words;
  std::istringstream rest(text);
  for (std::string word; std::getline(rest, word, '|');) words.push_back(word);
  return words;
}

/// Placeholders are in capitals.
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

}  // namespace

std::vector<described_command> describe(const CLI::App& app) {
  std::vector<described_command> all{describe_one(app)};
  all.front().name.clear();
  for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; })) {
    described_command command = describe_one(*sub);
    for (const CLI::App* part : sub->get_subcommands([](const CLI::App*) { return true; })) {
      command.parts.push_back(part->get_name());
      add_options(*part, command);
    }
    // An option that several parts have, such as --help, is listed once.
    auto& options = command.options;
    for (auto at = options.begin(); at != options.end();) {
      const bool is_known = std::any_of(options.begin(), at, [&](const described_option& before) {
        return before.names == at->names;
      });
      at = is_known ? options.erase(at) : at + 1;
    }
    all.push_back(std::move(command));
  }
  return all;
}

value_source source_of(const described_option& option) {
  if (option.value.starts_with("FILE") || option.value.starts_with("RECORDING")) {
    return value_source::files;
  }
  if (option.value == "DIRECTORY") return value_source::directories;
  if (option.value == "COMPILER") return value_source::commands;
  return words_of(option).empty() ? value_source::none : value_source::words;
}

std::vector<std::string> words_of(const described_option& option) {
  std::vector<std::string> words;
  if (option.value == "KIND") {
    for (const auto& kind : detail::report::finding_kinds) words.emplace_back(kind.name);
  } else if (option.value == "LESSON") {
    for (int lesson = 1; lesson <= configuration::lessons; ++lesson) {
      words.push_back(std::to_string(lesson));
    }
  } else if (option.value == "RULE,...") {
    words = {
#define MILLIAMP_RULE(NAME, ...) #NAME,
#include "language/rules.def"
#undef MILLIAMP_RULE
    };
  } else if (std::none_of(option.value.begin(), option.value.end(), is_upper)) {
    words = split(option.value);
  }
  return words;
}

}  // namespace milliamp::command
