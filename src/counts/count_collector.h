/// @file
/// The receivers of the counts of launches: the scopes of the program, and the output of the
/// process.
#pragma once

#include "base/mutex.h"

#include <milliamp/counts.h>

#include <vector>

namespace milliamp::detail::counts {

/// Wants the counts of all launches that end during its lifetime.
class count_collector {
 public:
  count_collector();
  virtual ~count_collector();
  count_collector(const count_collector&) = delete;
  count_collector& operator=(const count_collector&) = delete;

  /// The launches so far.
  std::vector<launch_counts> launches() const;

 private:
  friend void collect(launch_counts counts);
  /// A launch has ended.
  virtual void take(const launch_counts& counts);

  mutable base::mutex mutex_;
  std::vector<launch_counts> launches_ MILLIAMP_GUARDED_BY(mutex_);
};

/// Numbers the counts of a launch, and passes them to all collectors.
void collect(launch_counts counts);

}  // namespace milliamp::detail::counts
