/// @file
/// The policy of one launch, and the order in which it runs the launch's parts.
#pragma once

#include "engine/policies.h"
#include "engine/schedule_policy.h"

#include <boost/smart_ptr/intrusive_ptr.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace milliamp::detail::engine {

/// Makes the policy of the options for a launch, and installs it on the calling OS thread.
class policy_of_launch {
 public:
  /// @param launch the number from which random numbers are derived
  explicit policy_of_launch(std::uint64_t launch);

  schedule_policy& get() const { return *policy_; }
  part_number part(std::uint64_t number) const { return {launch_, recorded_launch_, number}; }

 private:
  const boost::intrusive_ptr<schedule_policy> policy_;
  const std::uint64_t launch_;
  const std::uint64_t recorded_launch_;
  const installed_policy installed_;
};

/// The order of the parts of a launch: tiles, or groups of points.
class part_order {
 public:
  /// @param first_is_fixed part 0 runs before all others, in a separate sequence
  part_order(const policy_of_launch& policy, std::uint64_t parts, bool first_is_fixed);

  /// All parts, in one sequence or in two.
  std::vector<std::span<const std::int64_t>> in_sequence() const;

 private:
  std::vector<std::int64_t> order_;
  bool first_is_fixed_;
};

}  // namespace milliamp::detail::engine
