#include "completion.h"

#include "base/shell_word.h"

namespace milliamp::command {

namespace {

using detail::base::shell_word;

std::string join(const std::vector<std::string>& words, const std::string& between = " ") {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : between) + word;
  return text;
}

std::vector<std::string> names_of(const std::vector<described_option>& options) {
  std::vector<std::string> names;
  for (const described_option& o : options) {
    names.insert(names.end(), o.names.begin(), o.names.end());
  }
  return names;
}

/// The first sentence of a text.
std::string first_sentence(const std::string& text) { return text.substr(0, text.find(". ")); }

// --- bash ----------------------------------------------------------------------------------------

/// What completes the value of an option: an argument of `compgen`.
std::string bash_action(const described_option& option) {
  switch (source_of(option)) {
    case value_source::files:
      return "-f";
    case value_source::directories:
      return "-d";
    case value_source::commands:
      return "-c";
    case value_source::words:
      return "-W '" + join(words_of(option)) + '\'';
    case value_source::none:
      break;
  }
  return "-W ''";
}

std::string bash_case(const described_command& command) {
  std::string text = "    " + shell_word(command.name) + ")\n";
  std::vector<std::string> words = command.parts;
  for (const described_option& argument : command.arguments) {
    const std::vector<std::string> more = words_of(argument);
    words.insert(words.end(), more.begin(), more.end());
  }
  if (!words.empty()) text += "      words='" + join(words) + "'\n";
  if (!command.options.empty()) {
    text += "      options='" + join(names_of(command.options)) + "'\n";
  }
  std::string values;
  for (const described_option& o : command.options) {
    if (!o.value.empty()) {
      values += "        " + join(o.names, "|") + ") action=(" + bash_action(o) + ") ;;\n";
    }
  }
  if (!values.empty()) text += "      case $previous in\n" + values + "      esac\n";
  return text + "      ;;\n";
}

// --- zsh -----------------------------------------------------------------------------------------

/// A text within a specification of _arguments.
std::string zsh_text(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string zsh_action(const described_option& option) {
  switch (source_of(option)) {
    case value_source::files:
      return "_files";
    case value_source::directories:
      return "_directories";
    case value_source::commands:
      return "_command_names";
    case value_source::words:
      return '(' + join(words_of(option)) + ')';
    case value_source::none:
      break;
  }
  return " ";
}

std::string zsh_specifications(const described_command& command) {
  std::string text;
  for (const described_option& o : command.options) {
    for (const std::string& name : o.names) {
      std::string specification = name + '[' + zsh_text(first_sentence(o.text)) + ']';
      if (!o.value.empty()) {
        specification += ':' + zsh_text(o.value) + ':' + zsh_action(o);
      }
      text += " \\\n        " + shell_word(specification);
    }
  }
  return text;
}

std::string zsh_case(const described_command& command) {
  std::string text = "    " + shell_word(command.name) + ")\n      _arguments";
  text += zsh_specifications(command);
  if (!command.parts.empty()) text += " \\\n        '1: :(" + join(command.parts) + ")'";
  std::string rest = "_files";
  for (const described_option& argument : command.arguments) {
    if (source_of(argument) == value_source::words) rest = zsh_action(argument);
  }
  return text + " \\\n        " + shell_word("*: :" + rest) + "\n      ;;\n";
}

// --- fish ----------------------------------------------------------------------------------------

std::string fish_option(const std::string& condition, const described_option& option) {
  std::string text = "complete -c milliamp -n " + shell_word(condition);
  for (const std::string& name : option.names) {
    text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  }
  switch (source_of(option)) {
    case value_source::files:
    case value_source::directories:
      text += " -r -F";
      break;
    case value_source::commands:
      text += " -x -a '(__fish_complete_command)'";
      break;
    case value_source::words:
      text += " -x -a " + shell_word(join(words_of(option)));
      break;
    case value_source::none:
      text += option.value.empty() ? "" : " -x";
      break;
  }
  return text + " -d " + shell_word(first_sentence(option.text)) + '\n';
}

}  // namespace

std::string bash_completion(const std::vector<described_command>& commands) {
  std::vector<std::string> names;
  std::string cases;
  for (const described_command& c : commands) {
    if (!c.name.empty()) names.push_back(c.name);
  }
  for (const described_command& c : commands) {
    described_command shown = c;
    if (shown.name.empty()) shown.parts = names;
    cases += bash_case(shown);
  }
  return "# Completion of milliamp for bash.\n"
         "_milliamp() {\n"
         "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}\n"
         "  local command='' words='' options='' word\n"
         "  local -a action=()\n"
         "  COMPREPLY=()\n"
         "  for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
         "    [[ $word != -- ]] || return 0  # what follows is another program's\n"
         "  done\n"
         "  ((COMP_CWORD < 2)) || command=${COMP_WORDS[1]}\n"
         "  case $command in\n" +
         cases +
         "  esac\n"
         "  if ((${#action[@]} != 0)); then\n"
         "    mapfile -t COMPREPLY < <(compgen \"${action[@]}\" -- \"$current\")\n"
         "  elif [[ $current == -* ]]; then\n"
         "    mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$current\")\n"
         "  else\n"
         "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n"
         "  fi\n"
         "}\n"
         "complete -o bashdefault -o default -F _milliamp milliamp\n";
}

std::string zsh_completion(const std::vector<described_command>& commands) {
  std::string list, cases, own;
  for (const described_command& c : commands) {
    if (c.name.empty()) {
      own = zsh_specifications(c);
      continue;
    }
    list += "    " + shell_word(zsh_text(c.name) + ':' + zsh_text(c.text)) + '\n';
    cases += zsh_case(c);
  }
  return "#compdef milliamp\n"
         "# Completion of milliamp for zsh.\n"
         "_milliamp() {\n"
         "  local -a commands=(\n" +
         list +
         "  )\n"
         "  if ((CURRENT == 2)); then\n"
         "    _describe -t commands command commands\n"
         "    _arguments" +
         own +
         "\n"
         "    return\n"
         "  fi\n"
         "  local command=$words[2]\n"
         "  shift words\n"
         "  ((CURRENT--))\n"
         "  case $command in\n" +
         cases +
         "  esac\n"
         "}\n"
         "_milliamp \"$@\"\n";
}

std::string fish_completion(const std::vector<described_command>& commands) {
  std::string text = "# Completion of milliamp for fish.\n";
  for (const described_command& c : commands) {
    const std::string condition =
        c.name.empty() ? "__fish_use_subcommand" : "__fish_seen_subcommand_from " + c.name;
    if (!c.name.empty()) {
      text += "complete -c milliamp -n __fish_use_subcommand -f -a " + shell_word(c.name) + " -d " +
              shell_word(c.text) + '\n';
    }
    for (const described_option& o : c.options) text += fish_option(condition, o);
    std::vector<std::string> words = c.parts;
    for (const described_option& argument : c.arguments) {
      const std::vector<std::string> more = words_of(argument);
      words.insert(words.end(), more.begin(), more.end());
    }
    if (words.empty()) continue;
    // No files among them, except after a part of the command, such as merge.
    const std::string where =
        c.parts.empty() ? condition
                        : condition + "; and not __fish_seen_subcommand_from " + join(c.parts);
    text +=
        "complete -c milliamp -n " + shell_word(where) + " -f -a " + shell_word(join(words)) + '\n';
  }
  return text;
}

}  // namespace milliamp::command
