/// @file
/// The command `milliamp`: compiles and runs C++ AMP programs, acts as a C++ compiler for them,
/// explains findings, explores schedules, and merges reports.
#include "compiler.h"
#include "error.h"
#include "explain.h"
#include "explore.h"
#include "installation.h"
#include "merge.h"
#include "process.h"
#include "run.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
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

class explore_command {
 public:
  explicit explore_command(CLI::App& app)
      : cli_(*app.add_subcommand(
            "explore",
            "Run a program under many schedules and report what depends on them:\n"
            "  milliamp explore [OPTIONS] [--] PROGRAM [ARGUMENT...]")) {
    cli_.prefix_command();
    cli_.add_option("--runs", given_.runs, "The number of runs. Default: 100")->type_name("N");
    cli_.add_option("--seed", given_.seed, "The seed of the first run. Default: 1")->type_name("N");
    cli_.add_option("--schedules", schedules_,
                    "The schedules, in turn. Default: random,pct,interleave")
        ->type_name("NAMES");
    cli_.add_option("--jobs", given_.jobs, "Runs at the same time. Default: the processors")
        ->type_name("N");
    cli_.add_option("--time-limit", given_.time_limit, "Of a run, in seconds. Default: 60")
        ->check(CLI::PositiveNumber)
        ->type_name("SECONDS");
    cli_.add_option("--recordings", given_.recordings,
                    "The directory of recordings. Default: milliamp-schedules")
        ->type_name("DIRECTORY");
    cli_.add_option("--report", given_.report, "A file that receives the findings of all runs")
        ->type_name("FILE");
    cli_.add_option("--format", given_.format, "Its format: json (default), text or sarif")
        ->type_name("FORMAT");
  }

  CLI::App& cli() { return cli_; }
  int run(const std::vector<std::string>& behind_dashes) {
    given_.command = cli_.remaining();
    given_.command.insert(given_.command.end(), behind_dashes.begin(), behind_dashes.end());
    if (!schedules_.empty()) given_.schedules = CLI::detail::split(schedules_, ',');
    return explore(given_);
  }

 private:
  CLI::App& cli_;
  exploration given_;
  std::string schedules_;
};

class merge_command {
 public:
  explicit merge_command(CLI::App& app)
      : cli_(*app.add_subcommand("report",
                                 "Make one report of several:\n"
                                 "  milliamp report merge [OPTIONS] FILE...")) {
    cli_.require_subcommand(1);
    CLI::App& merge = *cli_.add_subcommand(
        "merge", "Merge reports that were written with MILLIAMP_OPTIONS=report_format=json");
    merge.add_option("FILE", files_, "The reports")->required();
    merge.add_option("--format", format_, "The format: text (default), json or sarif")
        ->type_name("FORMAT");
    merge.add_option("--output", output_, "The file to write. Default: standard output")
        ->type_name("FILE");
  }

  CLI::App& cli() { return cli_; }
  int run() const { return merge_reports(files_, format_, output_); }

 private:
  CLI::App& cli_;
  std::vector<std::string> files_;
  std::string format_ = "text";
  std::string output_;
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

  subcommand wrap(app, "c++",
                  "Act as a C++ compiler for C++ AMP programs, as in CXX=\"milliamp c++\":\n"
                  "  milliamp c++ [OPTIONS] COMPILER ARGUMENT...",
                  checking::off);
  wrap.cli().set_help_all_flag();  // --help is the compiler's
  wrap.cli().prefix_command();

  CLI::App& explaining =
      *app.add_subcommand("explain",
                          "Say what findings mean, with a program that has one and its repair:\n"
                          "  milliamp explain [KIND...]");
  std::vector<std::string> kinds;
  explaining.add_option("KIND", kinds, "The kinds, as in reports. Without one: a list of all");

  explore_command exploring(app);
  merge_command merging(app);

  // The program's own arguments are not parsed.
  std::vector<std::string> program_arguments;
  if (!arguments.empty() && (arguments.front() == "run" || arguments.front() == "explore")) {
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
    constexpr std::array commands{"run", "c++", "explain", "explore", "report"};
    if (std::find(commands.begin(), commands.end(), first) == commands.end()) {
      throw error((first.empty() ? "no command given" : "unknown command '" + first + "'") +
                  "; the commands are run, c++, explain, explore and report; see milliamp --help");
    }
    throw error(std::string(e.what()) + "; see milliamp --help");
  }

  if (explaining.parsed()) {
    print_explanations(kinds);
    return 0;
  }
  if (exploring.cli().parsed()) return exploring.run(program_arguments);
  if (merging.cli().parsed()) return merging.run();
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
