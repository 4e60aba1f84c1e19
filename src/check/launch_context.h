/// @file
/// One launch on REF, as all workers that take part in it share it.
#pragma once

#include "check/race_log.h"

#include <cstdint>
#include <mutex>

namespace milliamp::detail {

class launch_context {
 public:
  launch_context();

  /// The number of the launch in the process, from 0.
  std::uint64_t number() const { return number_; }

  /// Moves what a worker has found into the launch.
  void take(race_log& found);

  /// Takes another finding in.
  void take(finding found);

  /// Reports all that was found; called once, when all workers are done.
  void report(const tiled_kernel& kernel);

 private:
  const std::uint64_t number_;
  std::mutex mutex_;
  race_log races_;
  std::vector<finding> others_;
};

}  // namespace milliamp::detail
