#include "run.h"

#include "compiler_arguments.h"
#include "error.h"
#include "installation.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace milliamp::command {

namespace {

/// A new directory that is removed with all that it holds.
class temporary_directory {
 public:
  temporary_directory() {
    std::string name = std::filesystem::temp_directory_path() / "milliamp-XXXXXX";
    if (mkdtemp(name.data()) == nullptr) {
      throw error("cannot make the directory " + name + " to compile in: " + std::strerror(errno) +
                  "; set TMPDIR to a directory that can be written");
    }
    path_ = name;
  }
  ~temporary_directory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  temporary_directory(const temporary_directory&) = delete;
  temporary_directory& operator=(const temporary_directory&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// Refuses what cannot become a program that runs once.
void require_program(const compiler_arguments& read) {
  if (read.sources.empty()) {
    throw error("there is no source file; name one, as in: milliamp run kernel.cpp");
  }
  for (const std::string& source : read.sources) {
    if (source != "-" && !std::filesystem::exists(source)) {
      throw error("there is no file '" + source + "'; name a source file that is there" +
                  " (the program's own arguments stand after --)");
    }
  }
  if (read.names_output) {
    throw error("'-o' names a program to keep, and run keeps none; to keep it, use: milliamp c++");
  }
  if (!read.links) {
    throw error("there is no program to run, because of '" + read.stops_at +
                "'; to compile only, use: milliamp c++");
  }
}

}  // namespace

ending compile_and_run(const compiler& cxx, checking check,
                       std::vector<std::string> compiler_arguments,
                       const std::vector<std::string>& program_arguments) {
  const auto read = read_compiler_arguments(compiler_arguments);
  require_program(read);

  const temporary_directory directory;
  // Under the source's name, which is what the program will see as its own.
  const std::filesystem::path source = read.sources.front();
  const std::string program =
      directory.path() / (source == "-" ? std::filesystem::path("program") : source.stem());

  if (!read.names_standard) compiler_arguments.push_back("-std=c++17");
  if (!read.names_optimization) {
    compiler_arguments.push_back(check == checking::on ? "-O1" : "-O2");
  }
  compiler_arguments.insert(compiler_arguments.end(), {"-o", program});
  const ending compiled = run(compile_command(cxx, find_installation(), check, compiler_arguments));
  if (compiled.signal != 0 || compiled.status != 0) return compiled;

  std::vector<std::string> command{program};
  command.insert(command.end(), program_arguments.begin(), program_arguments.end());
  return run(command);
}

}  // namespace milliamp::command
