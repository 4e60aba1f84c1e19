/// @file
/// The command `milliamp`: compiles, runs and records C++ AMP programs, acts as a C++ compiler for
/// them, shows recordings, or explains findings.
#include "compiler.h"
#include "error.h"
#include "explain.h"
#include "installation.h"
#include "process.h"
#include "record.h"
#include "run.h"
#include "view.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

namespace milliamp::command {

namespace {

/// A subcommand, with the options that both have: which compiler, and whether to check.
class subcommand {
 public:
  subcommand(CLI::App& app, const std::string& name, const std::string& what, checking preset)
      : cli_(*app.add_subcommand(name, what)), preset_(preset) {
    const auto mark = [preset](checking value) { return value == preset ? " (default)" : ""; };
    using std::string;
    cli_.add_flag("--check", check_,
                  string("Instrument the program and run its kernels on the checking engine, which "
                         "detects data races") +
                      mark(checking::on));
    cli_.add_flag("--fast", fast_,
                  string("Run its kernels on the fast engine, without instrumentation") +
                      mark(checking::off));
    cli_.add_option("--cxx", cxx_,
                    "The compiler to call: g++, clang++ or the path of one of them. Default: the "
                    "environment variable MILLIAMP_CXX, or else g++")
        ->type_name("COMPILER");
  }

  CLI::App& cli() { return cli_; }
  compiler cxx() const { return find_compiler(cxx_); }
  checking check() const {
    if (check_ && fast_) throw error("--check and --fast exclude each other; remove one of them");
    return check_ ? checking::on : fast_ ? checking::off : preset_;
  }

 private:
  CLI::App& cli_;
  checking preset_;
  bool check_ = false;
  bool fast_ = false;
  std::string cxx_;
};

/// Unknown options are passed to the compiler, except those with two dashes, as ours have.
void refuse_unknown_options(const std::vector<std::string>& compiler_arguments) {
  for (const std::string& argument : compiler_arguments) {
    if (argument.starts_with("--")) {
      throw error("unknown option '" + argument +
                  "'; compiler options begin with one dash, and the program's own arguments follow "
                  "--; see milliamp --help");
    }
  }
}

void print_explanations(const std::vector<std::string>& kinds) {
  std::string text = kinds.empty() ? list_kinds() : "";
  for (const std::string& kind : kinds) text += (text.empty() ? "" : "\n") + explain(kind);
  std::cout << text;
}

int main(std::vector<std::string> arguments) {
  CLI::App app(
      "Compiles C++ AMP programs, runs them on the CPU, and detects data races, barrier "
      "divergence\n"
      "and invalid memory accesses in their kernels.",
      "milliamp");
  app.set_version_flag("--version", "milliamp " MILLIAMP_VERSION, "Print the version and exit");
  app.set_help_flag();
  app.set_help_all_flag("--help", "Print this help and exit");
  app.require_subcommand(1);
  app.footer(
      "A checked program with findings exits with status 66. The environment variable\n"
      "MILLIAMP_OPTIONS sets the options of a run, as in\n"
      "MILLIAMP_OPTIONS=schedule=random:seed=7:report_format=json");

  subcommand run(app, "run",
                 "Compile a program in a temporary directory and run it:\n"
                 "  milliamp run [OPTIONS] [COMPILER OPTION...] FILE.cpp... [-- ARGUMENT...]",
                 checking::on);
  run.cli().allow_extras();
  counting_options counted;
  add_options(run.cli(), counted);

  subcommand wrap(app, "c++",
                  "Act as a C++ compiler for C++ AMP programs, as in CXX=\"milliamp c++\":\n"
                  "  milliamp c++ [OPTIONS] COMPILER ARGUMENT...",
                  checking::off);
  wrap.cli().set_help_all_flag();  // --help is the compiler's
  wrap.cli().prefix_command();

  subcommand trace(app, "trace",
                   "Record what the threads of a program's kernels do:\n"
                   "  milliamp trace [OPTIONS] [COMPILER OPTION...] FILE.cpp... [-- ARGUMENT...]\n"
                   "  milliamp trace [OPTIONS] PROGRAM [-- ARGUMENT...]",
                   checking::on);
  trace.cli().allow_extras();
  recording_options recorded;
  add_options(trace.cli(), recorded);

  CLI::App& viewing =
      *app.add_subcommand("view", "Show a recording:\n  milliamp view [OPTIONS] RECORDING");
  view_options viewed;
  add_options(viewing, viewed);

  CLI::App& explaining =
      *app.add_subcommand("explain",
                          "Say what findings mean, with a program that has one and its repair:\n"
                          "  milliamp explain [KIND...]");
  std::vector<std::string> kinds;
  explaining.add_option("KIND", kinds, "The kinds, as in reports. Without one: a list of all");

  // The program's own arguments are not parsed.
  std::vector<std::string> program_arguments;
  if (!arguments.empty() && (arguments.front() == "run" || arguments.front() == "trace")) {
    const auto dashes = std::find(arguments.begin(), arguments.end(), "--");
    if (dashes != arguments.end()) {
      program_arguments.assign(dashes + 1, arguments.end());
      arguments.erase(dashes, arguments.end());
    }
  }

  const std::string first = arguments.empty() ? "" : arguments.front();
  try {
    std::reverse(arguments.begin(), arguments.end());  // the order that CLI11 expects
    app.parse(arguments);
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() == 0) return app.exit(e);
    const auto commands = app.get_subcommands([](CLI::App*) { return true; });
    if (std::none_of(commands.begin(), commands.end(),
                     [&](const CLI::App* c) { return c->get_name() == first; })) {
      throw error((first.empty() ? "no command given" : "unknown command '" + first + "'") +
                  "; the commands are run, c++, trace, view and explain; see milliamp --help");
    }
    throw error(std::string(e.what()) + "; see milliamp --help");
  }

  if (explaining.parsed()) {
    print_explanations(kinds);
    return 0;
  }
  if (viewing.parsed()) {
    std::cout << view(viewed);
    return 0;
  }
  if (trace.cli().parsed()) {
    const std::vector<std::string> compiler_arguments = trace.cli().remaining();
    refuse_unknown_options(compiler_arguments);
    const auto run_program = [&] {
      return is_program(compiler_arguments)
                 ? command::run(program_command(compiler_arguments, program_arguments))
                 : compile_and_run(trace.cxx(), trace.check(), compiler_arguments,
                                   program_arguments);
    };
    end_like(record(recorded, run_program));
  }
  if (run.cli().parsed()) {
    const std::vector<std::string> compiler_arguments = run.cli().remaining();
    refuse_unknown_options(compiler_arguments);
    count(counted);
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
