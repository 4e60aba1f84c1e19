#include "manual.h"

#include "base/options.h"
#include "report/finding.h"

namespace milliamp::command {

namespace {

/// A text that roff prints as it is.
std::string roff(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '\\') {
      escaped += "\\e";
    } else if (c == '-') {
      escaped += "\\-";
    } else if (c == '`') {
      escaped += '\'';
    } else {
      escaped += c;
    }
  }
  // A line that begins with one of these would be a request.
  if (escaped.starts_with('.') || escaped.starts_with('\'')) escaped.insert(0, "\\&");
  return escaped;
}

std::string sentence(const std::string& text) {
  return roff(text) + (text.ends_with('.') ? "\n" : ".\n");
}

std::string option_text(const described_option& option) {
  std::string names;
  for (const std::string& name : option.names) {
    names += (names.empty() ? "" : ", ") + std::string("\\fB") + roff(name) + "\\fR";
  }
  if (!option.value.empty())
    names += (names.empty() ? "" : " ") + ("\\fI" + roff(option.value) + "\\fR");
  return ".TP\n" + names + '\n' + sentence(option.text);
}

}  // namespace

std::string manual_synopsis(const std::vector<described_command>& commands) {
  std::string text;
  for (const described_command& c : commands) {
    for (const std::string& usage : c.usages) text += roff(usage) + "\n.br\n";
  }
  return text;
}

std::string manual_commands(const std::vector<described_command>& commands) {
  std::string text;
  for (const described_command& c : commands) {
    if (!c.name.empty()) text += ".SS " + roff(c.name) + '\n' + sentence(c.text);
    for (const described_option& o : c.arguments) text += option_text(o);
    for (const described_option& o : c.options) text += option_text(o);
  }
  return text;
}

std::string manual_run_options() {
  std::string text;
  for (const detail::base::option_description& o : detail::base::describe_options()) {
    text += ".TP\n\\fB" + roff(o.key) + "\\fR=\\fI" + roff(o.values) + "\\fR\n" +
            roff(std::string(o.text)) + " (default: " + roff(o.initial) + ")\n";
  }
  return text;
}

std::string manual_kinds() {
  std::string text;
  for (const auto& kind : detail::report::finding_kinds) {
    text += ".TP\n\\fB" + roff(kind.name) + "\\fR\n" + sentence(kind.text) + roff(kind.help) + '\n';
  }
  return text;
}

}  // namespace milliamp::command
