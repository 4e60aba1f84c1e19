#include "run.h"

#include "compiler_arguments.h"
#include "error.h"
#include "installation.h"
#include "temporary_directory.h"

#include <filesystem>

namespace milliamp::command {

namespace {

void require_input(const std::string& kind, const std::string& file) {
  if (std::filesystem::is_directory(file)) {
    throw error(kind + " '" + file + "' is a directory; name the files in it");
  }
  if (file == "-" || std::filesystem::exists(file)) return;
  throw error(kind + " '" + file + "' does not exist; the program's own arguments follow --");
}

/// @throws error if the arguments do not produce a program that can be run once
void require_program(const compiler_arguments& read) {
  for (const std::string& source : read.sources) require_input("source file", source);
  for (const std::string& object : read.objects) require_input("file", object);
  if (read.sources.empty()) {
    throw error(
        "no source file given; name one, such as kernel.cpp; for a file with another extension, "
        "add -x c++");
  }
  if (read.names_output) {
    throw error(
        "'-o' cannot be used with run, which deletes the program; to keep it, use: milliamp c++");
  }
  if (!read.links && read.stops_at.empty()) {
    throw error("'" + read.sources.front() + "' is a header, which is not a program by itself");
  }
  if (!read.links) {
    throw error("'" + read.stops_at +
                "' produces no program to run; to compile only, use: milliamp c++");
  }
}

/// Gives launches a time limit, unless the options of the run have one: loops that do not end are
/// frequent in programs that are worth checking. On REF, launches take many times as long.
void limit_time() {
  const char* const given = std::getenv("MILLIAMP_OPTIONS");
  const std::string options = "time_limit=600:" + std::string(given != nullptr ? given : "");
  setenv("MILLIAMP_OPTIONS", options.c_str(), 1);
}

}  // namespace

ending compile_and_run(const compiler& cxx, checking check,
                       std::vector<std::string> compiler_arguments,
                       const std::vector<std::string>& program_arguments,
                       const language_options& language) {
  const auto read = read_compiler_arguments(compiler_arguments);
  require_program(read);

  const temporary_directory directory;
  // Named after the source: the program sees its name in argv[0].
  const std::filesystem::path source = read.sources.front();
  const std::string program =
      directory.path() / (source == "-" ? std::filesystem::path("program") : source.stem());

  if (!read.names_standard) compiler_arguments.push_back("-std=c++17");
  if (!read.names_optimization) {
    compiler_arguments.push_back(check == checking::on ? "-O1" : "-O2");
  }
  compiler_arguments.insert(compiler_arguments.end(), {"-o", program});
  const ending compiled =
      run(compile_command(cxx, find_installation(), check, compiler_arguments, language));
  if (compiled.signal != 0 || compiled.status != 0) return compiled;

  if (check == checking::on) limit_time();
  std::vector<std::string> command{program};
  command.insert(command.end(), program_arguments.begin(), program_arguments.end());
  return run(command);
}

}  // namespace milliamp::command
