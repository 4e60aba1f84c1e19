#include "compiler_arguments.h"

#include "base/read_file.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <optional>
#include <sstream>
#include <string_view>

namespace milliamp::command {

std::vector<std::string> split_arguments(std::string_view text, quoting rules) {
  std::vector<std::string> arguments;
  std::string argument;
  bool inside = false;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool escapes = rules == quoting::response_file || quote != '\'';
    if (c == '\\' && escapes && i + 1 < text.size()) {
      argument += text[++i];
      inside = true;
    } else if (quote != 0) {
      if (c == quote) {
        quote = 0;
      } else {
        argument += c;
      }
    } else if (c == '"' || c == '\'') {
      quote = c;
      inside = true;
    } else if (std::isspace(static_cast<unsigned char>(c)) == 0) {
      argument += c;
      inside = true;
    } else if (inside) {
      arguments.push_back(std::move(argument));
      argument.clear();
      inside = false;
    }
  }
  if (inside) arguments.push_back(std::move(argument));
  return arguments;
}

namespace {

/// How the compiler treats an input.
enum class language { none, cxx, preprocessed_cxx, cxx_header, c, c_header, other };

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& set, std::string_view item) {
  return std::find(set.begin(), set.end(), item) != set.end();
}

/// Options whose value is the next argument. That argument is not an input.
constexpr auto options_with_value = std::to_array<std::string_view>({"-o",
                                                                     "-x",
                                                                     "-D",
                                                                     "-U",
                                                                     "-I",
                                                                     "-L",
                                                                     "-l",
                                                                     "-A",
                                                                     "-B",
                                                                     "-F",
                                                                     "-G",
                                                                     "-T",
                                                                     "-u",
                                                                     "-z",
                                                                     "-e",
                                                                     "-b",
                                                                     "-include",
                                                                     "-imacros",
                                                                     "-isystem",
                                                                     "-idirafter",
                                                                     "-iquote",
                                                                     "-iprefix",
                                                                     "-isysroot",
                                                                     "-iwithprefix",
                                                                     "-iwithprefixbefore",
                                                                     "-imultilib",
                                                                     "-cxx-isystem",
                                                                     "-include-pch",
                                                                     "-ivfsoverlay",
                                                                     "-MF",
                                                                     "-MT",
                                                                     "-MQ",
                                                                     "-MJ",
                                                                     "-Xlinker",
                                                                     "-Xpreprocessor",
                                                                     "-Xassembler",
                                                                     "-Xclang",
                                                                     "-mllvm",
                                                                     "-aux-info",
                                                                     "-dumpbase",
                                                                     "-dumpbase-ext",
                                                                     "-dumpdir",
                                                                     "-wrapper",
                                                                     "-target",
                                                                     "--param",
                                                                     "--sysroot"});

constexpr std::array<std::string_view, 3> static_links = {"-static", "--static", "-static-pie"};

/// Options that stop before the link, or (-r) link no program.
constexpr std::array<std::string_view, 8> options_before_link = {
    "-c", "-S", "-E", "-M", "-MM", "-fsyntax-only", "-r", "--analyze"};

/// The language that `-x name` sets.
language language_named(std::string_view name) {
  if (name == "none") return language::none;
  if (name == "c++") return language::cxx;
  if (name == "c++-cpp-output") return language::preprocessed_cxx;
  if (name.starts_with("c++-")) return language::cxx_header;
  if (name == "c" || name == "cpp-output") return language::c;
  if (name == "c-header") return language::c_header;
  return language::other;
}

/// The language that a C++ compiler derives from a file's name. It takes *.c and *.h for C++.
language language_of(const std::string& file) {
  static constexpr std::array<std::string_view, 8> cxx = {".cpp", ".cc", ".cxx", ".C",
                                                          ".c++", ".cp", ".CPP", ".c"};
  static constexpr std::array<std::string_view, 2> preprocessed_cxx = {".ii", ".i"};
  static constexpr std::array<std::string_view, 9> cxx_header = {
      ".h", ".hpp", ".hh", ".hxx", ".H", ".h++", ".hp", ".HPP", ".tcc"};
  if (file == "-") return language::cxx;
  const std::string extension = std::filesystem::path(file).extension();
  if (contains(cxx, extension)) return language::cxx;
  if (contains(preprocessed_cxx, extension)) return language::preprocessed_cxx;
  if (contains(cxx_header, extension)) return language::cxx_header;
  return language::other;
}

/// Appends the arguments to result, with each @file replaced by its contents. The argument is kept
/// as it is if the file cannot be read, or is nested too deep because it names itself.
void expand(const std::vector<std::string>& arguments, int depth,
            std::vector<std::string>& result) {
  constexpr int deepest = 100;
  for (const std::string& argument : arguments) {
    std::optional<std::string> text;
    if (argument.starts_with('@') && depth < deepest) {
      text = detail::base::read_file(argument.substr(1));
    }
    if (text.has_value()) {
      expand(split_arguments(*text, quoting::response_file), depth + 1, result);
    } else {
      result.push_back(argument);
    }
  }
}

/// Adds the sanitizers of -fsanitize=a,b, or removes those of -fno-sanitize=a,b.
void read_sanitizers(std::string_view argument, std::set<std::string>& sanitizers) {
  constexpr std::string_view add = "-fsanitize=", remove = "-fno-sanitize=";
  const bool adds = argument.starts_with(add);
  if (!adds && !argument.starts_with(remove)) return;
  std::istringstream names(std::string(argument.substr((adds ? add : remove).size())));
  for (std::string name; std::getline(names, name, ',');) {
    if (adds) {
      sanitizers.insert(name);
    } else if (name == "all") {
      sanitizers.clear();
    } else {
      sanitizers.erase(name);
    }
  }
}

}  // namespace

compiler_arguments read_compiler_arguments(const std::vector<std::string>& arguments) {
  std::vector<std::string> expanded;
  expand(arguments, 0, expanded);

  compiler_arguments read;
  language chosen = language::none;
  bool has_link_input = false;
  const auto add_input = [&](const std::string& file) {
    const language is = chosen == language::none ? language_of(file) : chosen;
    const bool raw_cxx = is == language::cxx || is == language::cxx_header;
    read.has_raw_cxx |= raw_cxx;
    read.has_cxx |= raw_cxx || is == language::preprocessed_cxx;
    read.has_c |= is == language::c || is == language::c_header;
    (is == language::other ? read.objects : read.sources).push_back(file);
    if (is != language::cxx_header && is != language::c_header) has_link_input = true;
  };

  for (auto at = expanded.begin(); at != expanded.end(); ++at) {
    const std::string& argument = *at;
    if (!argument.starts_with('-') || argument == "-") {
      add_input(argument);
      continue;
    }
    if (argument.starts_with("-o")) read.names_output = true;
    if (argument.starts_with("-std=") || argument.starts_with("--std=")) read.names_standard = true;
    if (argument.starts_with("-O")) read.names_optimization = true;
    read_sanitizers(argument, read.sanitizers);
    if (contains(static_links, argument)) read.links_statically = true;
    if (argument.starts_with("-l")) has_link_input = true;
    if (contains(options_before_link, argument)) read.stops_at = argument;
    if (argument.starts_with("-x") && argument.size() > 2) {
      chosen = language_named(std::string_view(argument).substr(2));
    }
    if (!contains(options_with_value, argument)) continue;
    if (++at == expanded.end()) {
      read.without_value = argument;
      break;
    }
    if (argument == "-x") chosen = language_named(*at);
  }
  read.links = has_link_input && read.stops_at.empty();
  return read;
}

}  // namespace milliamp::command
