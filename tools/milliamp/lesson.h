/// @file
/// The subcommand `milliamp lesson`: lists the lessons, shows one, or checks a solution.
#ifndef MILLIAMP_COMMAND_LESSON_H
#define MILLIAMP_COMMAND_LESSON_H

#include "subcommand.h"

#include <string>
#include <vector>

namespace milliamp::command {

class lesson_command final : public subcommand {
 public:
  explicit lesson_command(CLI::App& app);

  /// @return the exit status: 1 for a solution that is refused
  int run(const std::vector<std::string>&) override;

 private:
  int check() const;
  [[noreturn]] void view() const;

  std::string number_;
  std::string solution_;
  std::string cxx_;
  bool view_ = false;
};

}  // namespace milliamp::command

#endif
