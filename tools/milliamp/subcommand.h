/// @file
/// A subcommand of `milliamp`, such as `milliamp run`.
#ifndef MILLIAMP_COMMAND_SUBCOMMAND_H
#define MILLIAMP_COMMAND_SUBCOMMAND_H

#include <CLI/CLI.hpp>

#include <memory>
#include <string>
#include <vector>

namespace milliamp::command {

class subcommand {
 public:
  virtual ~subcommand() = default;
  subcommand(const subcommand&) = delete;
  subcommand& operator=(const subcommand&) = delete;

  CLI::App& cli() const { return cli_; }

  /// Whether the arguments after `--` are another program's, and passed to run() as they are.
  virtual bool takes_dashes() const { return false; }

  /// Does what the parsed arguments say. May replace this process.
  /// @return the exit status
  /// @throws error
  virtual int run(const std::vector<std::string>& after_dashes) = 0;

 protected:
  subcommand(CLI::App& app, const std::string& name, const std::string& what)
      : cli_(*app.add_subcommand(name, what)) {}

 private:
  CLI::App& cli_;
};

/// All subcommands, in the order of `milliamp --help`.
std::vector<std::unique_ptr<subcommand>> make_subcommands(CLI::App& app);

}  // namespace milliamp::command

#endif
