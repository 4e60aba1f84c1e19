#include "lint.h"

#include "compilation_database.h"
#include "compiler_diagnostics.h"
#include "error.h"
#include "installation.h"
#include "lint_report.h"
#include "output.h"
#include "process.h"

#include <unistd.h>

#include <filesystem>
#include <iostream>

namespace milliamp::command {

namespace {

namespace fs = std::filesystem;

/// The options with which a file is checked.
std::vector<std::string> flags_of(const std::string& file, const std::vector<std::string>& given) {
  if (!fs::exists(file)) throw error("source file '" + file + "' does not exist");
  return given.empty() ? known_options(file) : given;
}

}  // namespace

int lint(const compiler& cxx, const lint_request& request, const language_options& language) {
  const installation milliamp = find_installation();
  if (!has_language(cxx, milliamp)) {
    throw error("'" + cxx.program +
                "' has no front end for C++ AMP; name a Clang with --cxx whose headers "
                "(Debian: libclang-dev) Milliamp was built with");
  }
  if (request.files.empty()) {
    throw error("no source file given; name one, as in: milliamp lint kernel.cpp");
  }
  const bool as_sarif = request.format == "sarif";
  lint_report report;
  for (const std::string& file : request.files) {
    std::vector<std::string> arguments = flags_of(file, request.flags);
    // What is printed to a terminal is in colors, though the compiler writes to a pipe.
    if (as_sarif) {
      arguments.emplace_back("-fdiagnostics-absolute-paths");
    } else if (isatty(STDERR_FILENO) != 0) {
      arguments.emplace_back("-fcolor-diagnostics");
    }
    arguments.insert(arguments.end(), {"-fsyntax-only", file});
    const captured compiled =
        capture(compile_command(cxx, milliamp, checking::off, arguments, language), STDERR_FILENO);
    const bool failed = compiled.how.signal != 0 || compiled.how.status != 0;
    const std::vector<compiler_diagnostic> found = read_diagnostics(compiled.output);
    report.add(found, failed);
    if (!as_sarif || (failed && found.empty())) std::cerr << compiled.output;
  }
  if (as_sarif) {
    print(report.sarif());
  } else {
    std::cerr << report.summary();
  }
  return report.has_faults() ? 1 : 0;
}

}  // namespace milliamp::command
