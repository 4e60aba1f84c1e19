/// @file
/// Writes the manual pages and the completions of shells: documents DIRECTORY PAGE...
///
/// Each PAGE is the text of a manual page, in which a line `@SYNOPSIS@`, `@COMMANDS@`,
/// `@RUN_OPTIONS@` or `@KINDS@` stands for what the tables of the command say.
#include "application.h"
#include "completion.h"
#include "described_command.h"
#include "error.h"
#include "manual.h"

#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <string>

namespace milliamp::command {

namespace {

void write(const std::filesystem::path& path, const std::string& text) {
  if (!(std::ofstream(path) << text).flush()) throw error("cannot write " + path.string());
}

std::string filled_in(const std::filesystem::path& page,
                      const std::map<std::string, std::string>& texts) {
  std::ifstream file(page);
  if (!file) throw error("cannot read " + page.string());
  std::string result;
  for (std::string line; std::getline(file, line);) {
    const auto text = texts.find(line);
    result += text == texts.end() ? line + '\n' : text->second;
  }
  return result;
}

void write_documents(const std::filesystem::path& directory,
                     const std::vector<std::filesystem::path>& pages) {
  const application milliamp;
  const std::vector<described_command> commands = describe(milliamp.cli);
  const std::map<std::string, std::string> texts = {{"@SYNOPSIS@", manual_synopsis(commands)},
                                                    {"@COMMANDS@", manual_commands(commands)},
                                                    {"@RUN_OPTIONS@", manual_run_options()},
                                                    {"@KINDS@", manual_kinds()}};
  for (const auto& page : pages) write(directory / page.filename(), filled_in(page, texts));
  write(directory / "milliamp.bash", bash_completion(commands));
  write(directory / "_milliamp", zsh_completion(commands));
  write(directory / "milliamp.fish", fish_completion(commands));
}

}  // namespace

}  // namespace milliamp::command

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  try {
    milliamp::command::write_documents(argv[1], {argv + 2, argv + argc});
  } catch (const std::exception& e) {
    std::cerr << "documents: " << e.what() << '\n';
    return 2;
  }
}
