/// @file
/// Compares what the detector finds in a kernel with what the reference model says.
#pragma once

#include "reliability/kernel.h"
#include "reliability/reference_model.h"

#include <milliamp/milliamp.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace reliability {

/// What came of a comparison.
struct comparison {
  std::size_t races = 0;   ///< by the model
  std::string difference;  ///< a line for each; empty when there is none
  std::string found;       ///< the detector's races, a line for each, when there is a difference
  std::string expected;    ///< the model's
};

/// Compares the findings of a kernel that ran in this order. @param left_out a rule that the model
/// is to do without
comparison compare(const kernel& k, const trace& order,
                   const std::vector<milliamp::finding>& findings,
                   std::optional<rule> left_out = std::nullopt);

/// Runs the kernel and compares what was found. @param seed of schedule::random
comparison run_and_compare(const kernel& k, milliamp::schedule order, std::uint64_t seed,
                           std::optional<rule> left_out = std::nullopt);

/// What to look at when detector and model differ on a kernel: the seed, the kernel as small as it
/// can be and still show it, as pseudo-code, and what either of them finds in that.
std::string explain(std::uint64_t seed, const kernel& k, milliamp::schedule order,
                    std::optional<rule> left_out = std::nullopt);

}  // namespace reliability
