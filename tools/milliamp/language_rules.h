/// @file
/// The rules of the language, as Clang's front end reports them.
#ifndef MILLIAMP_COMMAND_LANGUAGE_RULES_H
#define MILLIAMP_COMMAND_LANGUAGE_RULES_H

#include <algorithm>
#include <iterator>
#include <string_view>
#include <vector>

namespace milliamp::command {

struct language_rule {
  const char* name;     ///< for the option --allow
  const char* section;  ///< the section of the specification
  const char* text;     ///< the text of the error, with %0 and so on for what is inserted
};

inline constexpr language_rule language_rules[] = {
#define MILLIAMP_RULE(name, section, text) {#name, section, text},
#include "language/rules.def"
#undef MILLIAMP_RULE
};

inline std::vector<std::string_view> names_of_language_rules() {
  std::vector<std::string_view> names;
  for (const language_rule& rule : language_rules) names.emplace_back(rule.name);
  return names;
}

inline bool is_language_rule(std::string_view name) {
  return std::any_of(std::begin(language_rules), std::end(language_rules),
                     [name](const language_rule& rule) { return rule.name == name; });
}

}  // namespace milliamp::command

#endif
