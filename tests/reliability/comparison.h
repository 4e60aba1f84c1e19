/// @file
/// Compares what the detector finds in a kernel with what the reference model says.
#pragma once

#include "reliability/kernel.h"

#include <milliamp/milliamp.h>

#include <cstddef>
#include <string>
#include <vector>

namespace reliability {

/// What came of a comparison.
struct comparison {
  std::size_t races = 0;   ///< by the model
  std::string difference;  ///< a line for each; empty when there is none
};

/// Compares the findings of a kernel that ran in this order.
comparison compare(const kernel& k, const trace& order,
                   const std::vector<milliamp::finding>& findings);

/// Runs the kernel and compares what was found. @param seed of schedule::random
comparison run_and_compare(const kernel& k, milliamp::schedule order, std::uint64_t seed);

}  // namespace reliability
