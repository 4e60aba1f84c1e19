/// @file
/// One run of a program under a chosen schedule.
#ifndef MILLIAMP_COMMAND_EXPLORED_RUN_H
#define MILLIAMP_COMMAND_EXPLORED_RUN_H

#include "final_values.h"
#include "held_signals.h"
#include "process.h"
#include "report/json_reader.h"

#include <filesystem>
#include <string>
#include <vector>

namespace milliamp::command {

/// How a program ended under a schedule.
struct explored_run {
  std::string schedule;  ///< in the form of MILLIAMP_OPTIONS: `schedule=random:seed=7`
  bool timed_out = false;
  ending how{0, 0};                  ///< unless it timed out
  std::string output;                ///< its standard output
  bool is_output_repeatable = true;  ///< another run with this schedule has the same
  std::string errors;                ///< its standard error
  detail::report::json_report report;
  bool has_launched = false;         ///< a launch on REF has ended
  std::vector<final_values> values;  ///< the values of its launches
};

/// A run that a signal to this process has ended.
struct interrupted {};

/// A program to run under many schedules.
class explored_program {
 public:
  /// @param time_limit the time limit in seconds
  /// @param directory the directory for files of a run
  /// @param signals the signals that end a run
  explored_program(std::vector<std::string> command, int time_limit,
                   std::filesystem::path directory, const held_signals& signals);

  /// Runs it.
  /// @param job distinguishes runs at the same time
  /// @throws interrupted when a signal has arrived
  explored_run run(const std::string& schedule, unsigned job) const;

  const std::vector<std::string>& command() const { return command_; }

 private:
  const std::vector<std::string> command_;
  const int time_limit_;
  const std::filesystem::path directory_;
  const held_signals& signals_;
  const std::string user_options_;
};

}  // namespace milliamp::command

#endif
