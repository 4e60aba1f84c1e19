/// @file
/// `milliamp explore`: runs a program under many schedules and reports what depends on them.
#ifndef MILLIAMP_COMMAND_EXPLORE_H
#define MILLIAMP_COMMAND_EXPLORE_H

#include "base/options.h"

#include <cstdint>
#include <string>
#include <vector>

namespace milliamp::command {

struct exploration {
  std::vector<std::string> command;  ///< the program and its arguments
  std::uint64_t runs = 100;
  std::uint64_t seed = 1;  ///< the seed of the first run; the others have those that follow
  /// Used in turn. The default is all schedules that have a seed.
  std::vector<std::string> schedules = detail::base::random_schedules();
  unsigned jobs = 0;    ///< the number of runs at the same time; 0: one for each processor
  int time_limit = 60;  ///< the time limit of a run, in seconds
  std::size_t shrinking_runs = 500;               ///< at most, for each recording
  std::string recordings = "milliamp-schedules";  ///< directory
  std::string report;                             ///< file; empty: none
  std::string format = "json";                    ///< the format of the report
};

/// Runs the share of this process. Prints progress to standard error and the result to standard
/// output.
/// @return the exit status: that of a program with findings if anything has been found
int explore(const exploration& given);

}  // namespace milliamp::command

#endif
