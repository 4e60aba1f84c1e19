/// @file
/// What a run under a chosen schedule shows.
#ifndef MILLIAMP_COMMAND_OBSERVATION_H
#define MILLIAMP_COMMAND_OBSERVATION_H

#include "explored_run.h"

#include <string>
#include <vector>

namespace milliamp::command {

/// Something that a run shows and another one may not.
struct observation {
  std::string key;     ///< equal for equal observations
  std::string text;    ///< for people
  std::string detail;  ///< what is particular to the run; may be empty
};

/// What a run shows: findings, a crash, a hang, a failure, other output, or other
/// values of elements although nothing races.
/// @param usual the run to compare with; null: outputs and values are not compared
std::vector<observation> observe(const explored_run& run, const explored_run* usual);

}  // namespace milliamp::command

#endif
