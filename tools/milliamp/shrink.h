/// @file
/// Shortens a recording of a schedule while a run still shows what it showed.
#ifndef MILLIAMP_COMMAND_SHRINK_H
#define MILLIAMP_COMMAND_SHRINK_H

#include <cstddef>
#include <functional>
#include <string>

namespace milliamp::command {

struct shortened_recording {
  std::size_t original;   ///< the number of decisions before
  std::size_t decisions;  ///< the number of decisions left; 0: a replay does not show it
};

/// Shortens a recording in its file by delta debugging: leaves out ever smaller groups of decisions
/// (each line of a recording may be left out).
/// @param most_runs the maximal number of runs
/// @param shows runs the program with the recording in a file
shortened_recording shorten(const std::string& path, std::size_t most_runs,
                            const std::function<bool(const std::string& path)>& shows);

}  // namespace milliamp::command

#endif
