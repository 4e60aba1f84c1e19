/// @file
/// The command `milliamp`: runs C++ AMP programs, and builds them as any C++ compiler would.
#include "compiler.h"
#include "error.h"
#include "installation.h"
#include "process.h"
#include "run.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

namespace milliamp::command {

namespace {

/// One of the subcommands, and what both of them are asked: which compiler, and whether to check.
class subcommand {
 public:
  subcommand(CLI::App& app, const std::string& name, const std::string& what, checking preset)
      : cli_(*app.add_subcommand(name, what)), preset_(preset) {
    const auto mark = [preset](checking value) { return value == preset ? " (default)" : ""; };
    using std::string;
    cli_.add_flag("--check", check_, string("Have the program checked") + mark(checking::on));
    cli_.add_flag("--fast", fast_, string("Have it not checked, but fast") + mark(checking::off));
    cli_.add_option("--cxx", cxx_,
                    "g++, clang++ or another name of one of them; without this option, what the "
                    "environment variable MILLIAMP_CXX says; without that, g++")
        ->type_name("COMPILER");
  }

  CLI::App& cli() { return cli_; }
  compiler cxx() const { return find_compiler(cxx_); }
  checking check() const {
    if (check_ && fast_)
      throw error("--check and --fast exclude each other; leave one of them out");
    return check_ ? checking::on : fast_ ? checking::off : preset_;
  }

 private:
  CLI::App& cli_;
  checking preset_;
  bool check_ = false;
  bool fast_ = false;
  std::string cxx_;
};

/// Everything that is not ours belongs to the compiler; ours have two dashes.
void refuse_unknown_options(const std::vector<std::string>& compiler_arguments) {
  for (const std::string& argument : compiler_arguments) {
    if (argument.starts_with("--")) {
      throw error("unknown option '" + argument +
                  "'; a compiler's option begins with one dash, the program's own arguments stand "
                  "after --, and milliamp --help lists the rest");
    }
  }
}

int main(std::vector<std::string> arguments) {
  CLI::App app("Runs C++ AMP programs on the CPU, and finds the races in them.", "milliamp");
  app.set_version_flag("--version", "milliamp " MILLIAMP_VERSION, "Print the version and end");
  app.set_help_flag();
  app.set_help_all_flag("--help", "Print this text and end");
  app.require_subcommand(1);
  app.footer(
      "A checked program that had findings ends with status 66. The environment variable\n"
      "MILLIAMP_OPTIONS says how it runs, as in MILLIAMP_OPTIONS=schedule=random:seed=7");

  subcommand run(app, "run",
                 "Compile a program, run it and remove it:\n"
                 "  milliamp run [OPTIONS] [COMPILER OPTION...] FILE.cpp... [-- ARGUMENT...]",
                 checking::on);
  run.cli().allow_extras();

  subcommand wrap(app, "c++",
                  "Be a C++ compiler that makes C++ AMP programs, as in CXX=\"milliamp c++\":\n"
                  "  milliamp c++ [OPTIONS] COMPILER ARGUMENT...",
                  checking::off);
  wrap.cli().set_help_all_flag();  // --help is the compiler's
  wrap.cli().prefix_command();

  // The program's own arguments, which are no business of the parser's.
  std::vector<std::string> program_arguments;
  if (!arguments.empty() && arguments.front() == "run") {
    const auto dashes = std::find(arguments.begin(), arguments.end(), "--");
    if (dashes != arguments.end()) {
      program_arguments.assign(dashes + 1, arguments.end());
      arguments.erase(dashes, arguments.end());
    }
  }

  const std::string first = arguments.empty() ? "" : arguments.front();
  try {
    std::reverse(arguments.begin(), arguments.end());  // as CLI11 takes them
    app.parse(arguments);
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() == 0) return app.exit(e);
    if (first != "run" && first != "c++") {
      throw error((first.empty() ? "a command is missing" : "there is no command '" + first + "'") +
                  "; the commands are run and c++, and milliamp --help tells of them");
    }
    throw error(std::string(e.what()) + "; milliamp --help tells of the options");
  }

  if (run.cli().parsed()) {
    const std::vector<std::string> compiler_arguments = run.cli().remaining();
    refuse_unknown_options(compiler_arguments);
    end_like(compile_and_run(run.cxx(), run.check(), compiler_arguments, program_arguments));
  }
  exec(compile_command(wrap.cxx(), find_installation(), wrap.check(), wrap.cli().remaining()));
}

}  // namespace

}  // namespace milliamp::command

int main(int argc, char** argv) {
  try {
    return milliamp::command::main({argv + 1, argv + argc});
  } catch (const std::exception& e) {
    std::cerr << "milliamp: " << e.what() << '\n';
    return milliamp::command::own_failure;
  }
}
