/// @file
/// The subcommand `milliamp lesson`: lists the lessons, shows one, or checks a solution.
#ifndef MILLIAMP_COMMAND_LESSON_H
#define MILLIAMP_COMMAND_LESSON_H

#include <CLI/CLI.hpp>

#include <string>

namespace milliamp::command {

class lesson_command {
 public:
  explicit lesson_command(CLI::App& app);
  lesson_command(const lesson_command&) = delete;
  lesson_command& operator=(const lesson_command&) = delete;

  bool parsed() const { return cli_.parsed(); }

  /// @return the exit status: 1 for a solution that is refused
  /// @throws error
  int run() const;

 private:
  int check() const;
  /// Whether there is the command that shows recordings.
  bool has_view() const;
  [[noreturn]] void view() const;

  CLI::App& app_;
  CLI::App& cli_;
  std::string number_;
  std::string solution_;
  std::string cxx_;
  bool view_ = false;
};

}  // namespace milliamp::command

#endif
