/// @file
/// The subcommands, with their options. What they do is in the headers included first.

#include "add_options.h"
#include "base/options.h"
#include "compiler.h"
#include "compiler_arguments.h"
#include "error.h"
#include "explain.h"
#include "explore.h"
#include "installation.h"
#include "language_rules.h"
#include "lesson.h"
#include "lint.h"
#include "merge.h"
#include "nearest.h"
#include "output.h"
#include "process.h"
#include "run.h"
#include "subcommand.h"
#include "suggest.h"

#include <CLI/CLI.hpp>

#include <iostream>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace milliamp::command {

namespace {

/// Accepts the names of rules of the language.
std::string refuse_unknown_rule(const std::string& name) {
  if (name == "all" || is_language_rule(name)) return "";
  return "'" + name + "' names no rule; " + propose_nearest(name, names_of_language_rules()) +
         "errors of the language end with the names of their rules";
}

/// Adds the option that permits what a rule of the language forbids.
void add_allow(CLI::App& cli, std::vector<std::string>& allowed) {
  cli.add_option("--allow", allowed,
                 "With Clang, permit what a rule of the language forbids. Errors end with the "
                 "names of their rules")
      ->type_name("RULE,...")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::Validator(refuse_unknown_rule, ""));
}

/// Adds the option for programs that were written for Visual C++.
void add_msvc(CLI::App& cli, bool& msvc) {
  cli.add_flag("--msvc", msvc,
               "For programs that were written for Visual C++: provide its headers, such as "
               "<ppl.h>, and with Clang its extensions of C++ (see examples/porting.md)");
}

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

/// The base of the subcommands that compile, with the options that they share.
class compiling_command : public subcommand {
 protected:
  compiling_command(CLI::App& app, const std::string& name, const std::string& what,
                    checking preset)
      : subcommand(app, name, what), preset_(preset) {
    const auto mark = [preset](checking value) { return value == preset ? " (default)" : ""; };
    using std::string;
    cli().add_flag("--check", check_,
                   string("Instrument the program and run its kernels on the checking engine, "
                          "which detects data races") +
                       mark(checking::on));
    cli().add_flag("--fast", fast_,
                   string("Run its kernels on the fast engine, without instrumentation") +
                       mark(checking::off));
    cli()
        .add_option("--cxx", cxx_,
                    "The compiler to call: g++, clang++ or the path of one of them. Default: the "
                    "environment variable MILLIAMP_CXX, or else g++")
        ->type_name("COMPILER");
    cli().add_flag(
        "--no-language", no_language_,
        "With Clang, give `restrict` no meaning and check no rule of the language, as with GCC");
    add_allow(cli(), allowed_);
    add_msvc(cli(), msvc_);
  }

  compiler cxx() const {
    const compiler found = find_compiler(cxx_);
    const bool compiles = !read_compiler_arguments(cli().remaining()).sources.empty();
    const std::string limits = msvc_ && compiles ? limits_of_msvc(found) : "";
    if (!limits.empty()) std::cerr << "milliamp: note: " << limits << '\n';
    return found;
  }
  language_options language() const { return {!no_language_, allowed_, msvc_}; }
  checking check() const {
    if (check_ && fast_) throw error("--check and --fast exclude each other; remove one of them");
    return check_ ? checking::on : fast_ ? checking::off : preset_;
  }
  /// The arguments for the compiler.
  std::vector<std::string> compiler_arguments() const {
    std::vector<std::string> arguments = cli().remaining();
    refuse_unknown_options(arguments);
    return arguments;
  }

 private:
  checking preset_;
  bool check_ = false;
  bool fast_ = false;
  bool no_language_ = false;
  bool msvc_ = false;
  std::string cxx_;
  std::vector<std::string> allowed_;
};

class run_command final : public compiling_command {
 public:
  explicit run_command(CLI::App& app)
      : compiling_command(
            app, "run",
            "Compile a program in a temporary directory and run it:\n"
            "  milliamp run [OPTIONS] [COMPILER OPTION...] FILE.cpp... [-- ARGUMENT...]",
            checking::on) {
    cli().allow_extras();
    add_options(cli(), counts_);
    cli().add_flag("--suggest-suppressions", suggests_,
                   "Instead of a report, print lines for the file that the option suppressions "
                   "names, one for each finding; the program prints on standard error");
  }
  bool takes_dashes() const override { return true; }
  int run(const std::vector<std::string>& after_dashes) override {
    const std::vector<std::string> arguments = compiler_arguments();
    if (check() == checking::off) refuse_checking_options();
    count(counts_);
    const auto run = [&] {
      return compile_and_run(cxx(), check(), arguments, after_dashes, language());
    };
    end_like(suggests_ ? suggest_suppressions(run) : run());
  }

 private:
  /// The fast engine counts no accesses and reports nothing.
  void refuse_checking_options() const {
    for (const char* name : {"--counts", "--counts-json", "--suggest-suppressions"}) {
      if (cli().count(name) == 0) continue;
      throw error(std::string(name) + " needs the checking engine; remove --fast");
    }
  }

  counting_options counts_;
  bool suggests_ = false;
};

class cxx_command final : public compiling_command {
 public:
  explicit cxx_command(CLI::App& app)
      : compiling_command(app, "c++",
                          "Act as a C++ compiler for C++ AMP programs, as in CXX=\"milliamp "
                          "c++\":\n"
                          "  milliamp c++ [OPTIONS] COMPILER ARGUMENT...",
                          checking::off) {
    cli().set_help_all_flag();  // --help is the compiler's
    cli().prefix_command();
  }
  int run(const std::vector<std::string>&) override {
    exec(compile_command(cxx(), find_installation(), check(), cli().remaining(), language()));
  }
};

class lint_command final : public subcommand {
 public:
  explicit lint_command(CLI::App& app)
      : subcommand(
            app, "lint",
            "Report violations of the rules of the language, with Clang, and compile nothing:\n"
            "  milliamp lint [OPTIONS] FILE.cpp... [-- COMPILER OPTION...]") {
    cli().add_option("FILE", request_.files, "The sources");
    cli()
        .add_option("--format", request_.format,
                    "text, with a summary, or a SARIF log, on standard output. Default: text")
        ->type_name("text|sarif")
        ->check(CLI::IsMember({"text", "sarif"}).description(""));
    cli().add_option("--cxx", cxx_, "The Clang to call")->type_name("COMPILER");
    add_allow(cli(), allowed_);
    add_msvc(cli(), msvc_);
  }
  bool takes_dashes() const override { return true; }
  int run(const std::vector<std::string>& after_dashes) override {
    request_.flags = after_dashes;
    return lint(find_compiler(cxx_), request_, {true, allowed_, msvc_});
  }

 private:
  lint_request request_;
  std::vector<std::string> allowed_;
  bool msvc_ = false;
  std::string cxx_ = "clang++";
};

/// `text|json|sarif`
std::string report_formats() {
  for (const auto& option : detail::base::describe_options()) {
    if (option.key == "report_format") return option.values;
  }
  return "FORMAT";
}

class explain_command final : public subcommand {
 public:
  explicit explain_command(CLI::App& app)
      : subcommand(app, "explain",
                   "Explain kinds of findings, each with a faulty program and its fix:\n"
                   "  milliamp explain [KIND...]") {
    cli().add_option("KIND", kinds_, "The kinds, as in reports. Without one: a list of all");
  }
  int run(const std::vector<std::string>&) override {
    std::string text = kinds_.empty() ? list_kinds() : "";
    for (const std::string& kind : kinds_) text += (text.empty() ? "" : "\n") + explain(kind);
    print(text);
    return 0;
  }

 private:
  std::vector<std::string> kinds_;
};

class explore_command final : public subcommand {
 public:
  explicit explore_command(CLI::App& app)
      : subcommand(app, "explore",
                   "Run a program under many schedules and report what depends on them:\n"
                   "  milliamp explore [OPTIONS] [--] PROGRAM [ARGUMENT...]") {
    cli().prefix_command();
    cli()
        .add_option("--runs", given_.runs, "The number of runs. Default: 100")
        ->type_name("N")
        ->check(whole_number(1, 1'000'000));
    cli()
        .add_option("--seed", given_.seed, "The seed of the first run. Default: 1")
        ->type_name("N")
        ->check(whole_number(0));
    cli()
        .add_option("--schedules", schedules_,
                    "The schedules, in turn, separated by commas. Default: all of these")
        ->type_name(CLI::detail::join(given_.schedules, "|"));
    cli()
        .add_option("--jobs", given_.jobs, "Runs at the same time. Default: the processors")
        ->type_name("N")
        ->check(whole_number(0, 1024));
    cli()
        .add_option("--time-limit", given_.time_limit,
                    "The time limit of a run, in seconds. Default: 60")
        ->type_name("SECONDS")
        ->check(whole_number(1, std::numeric_limits<int>::max()));
    cli()
        .add_option("--recordings", given_.recordings,
                    "The directory of recordings. Default: milliamp-schedules")
        ->type_name("DIRECTORY");
    cli()
        .add_option("--report", given_.report, "A file that receives the findings of all runs")
        ->type_name("FILE");
    cli()
        .add_option("--format", given_.format, "Its format. Default: json")
        ->type_name(report_formats())
        ->check(run_option("report_format"));
  }
  bool takes_dashes() const override { return true; }
  int run(const std::vector<std::string>& after_dashes) override {
    given_.command = cli().remaining();
    given_.command.insert(given_.command.end(), after_dashes.begin(), after_dashes.end());
    if (!schedules_.empty()) given_.schedules = CLI::detail::split(schedules_, ',');
    return explore(given_);
  }

 private:
  exploration given_;
  std::string schedules_;
};

class trace_command final : public compiling_command {
 public:
  explicit trace_command(CLI::App& app)
      : compiling_command(
            app, "trace",
            "Record what the threads of a program's kernels do:\n"
            "  milliamp trace [OPTIONS] [COMPILER OPTION...] FILE.cpp... [-- ARGUMENT...]\n"
            "  milliamp trace [OPTIONS] PROGRAM [-- ARGUMENT...]",
            checking::on) {
    cli().allow_extras();
    add_options(cli(), options_);
  }
  bool takes_dashes() const override { return true; }
  int run(const std::vector<std::string>& after_dashes) override {
    if (check() == checking::off) throw error("trace needs the checking engine; remove --fast");
    const std::vector<std::string> arguments = compiler_arguments();
    end_like(record(options_, [&] {
      return is_program(arguments)
                 ? command::run(program_command(arguments, after_dashes))
                 : compile_and_run(cxx(), check(), arguments, after_dashes, language());
    }));
  }

 private:
  recording_options options_;
};

class view_command final : public subcommand {
 public:
  explicit view_command(CLI::App& app)
      : subcommand(app, "view",
                   "Show recordings in an HTML page:\n"
                   "  milliamp view [OPTIONS] RECORDING|FILE.cpp [RECORDING]") {
    add_options(cli(), options_);
  }
  int run(const std::vector<std::string>&) override {
    print(view(options_));
    return 0;
  }

 private:
  view_options options_;
};

class report_command final : public subcommand {
 public:
  explicit report_command(CLI::App& app)
      : subcommand(app, "report",
                   "Merge reports:\n"
                   "  milliamp report merge [OPTIONS] FILE...") {
    cli().require_subcommand(1);
    CLI::App& merge = *cli().add_subcommand(
        "merge", "Merge reports that were written with MILLIAMP_OPTIONS=report_format=json");
    merge.add_option("FILE", files_, "The reports")->required();
    merge.add_option("--format", format_, "The format. Default: text")
        ->type_name(report_formats())
        ->check(run_option("report_format"));
    merge.add_option("-o,--output", output_, "The file to write. Default: standard output")
        ->type_name("FILE");
  }
  int run(const std::vector<std::string>&) override {
    return merge_reports(files_, format_, output_);
  }

 private:
  std::vector<std::string> files_;
  std::string format_ = "text";
  std::string output_;
};

}  // namespace

std::vector<std::unique_ptr<subcommand>> make_subcommands(CLI::App& app) {
  std::vector<std::unique_ptr<subcommand>> all;
  all.push_back(std::make_unique<run_command>(app));
  all.push_back(std::make_unique<cxx_command>(app));
  all.push_back(std::make_unique<lint_command>(app));
  all.push_back(std::make_unique<explain_command>(app));
  all.push_back(std::make_unique<lesson_command>(app));
  all.push_back(std::make_unique<explore_command>(app));
  all.push_back(std::make_unique<trace_command>(app));
  all.push_back(std::make_unique<view_command>(app));
  all.push_back(std::make_unique<report_command>(app));
  return all;
}

}  // namespace milliamp::command
