/// @file
/// Compares the findings of the detector in a kernel with the races of the reference model.
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

/// The result of a comparison.
struct comparison {
  std::size_t races = 0;   ///< by the model
  std::string difference;  ///< a line for each; empty if there is none
  std::string found;       ///< the detector's races, a line for each, if there is a difference
  std::string expected;    ///< the model's
};

/// Compares the findings of a kernel that ran in this order.
/// @param left_out a rule that the model ignores
comparison compare(const kernel& k, const trace& order,
                   const std::vector<milliamp::finding>& findings,
                   std::optional<rule> left_out = std::nullopt);

/// Runs the kernel and compares its findings. @param seed the seed of schedule::random
comparison run_and_compare(const kernel& k, milliamp::schedule order, std::uint64_t seed,
                           std::optional<rule> left_out = std::nullopt);

/// Explains a difference between detector and model: the seed, the smallest kernel that still shows
/// it, as pseudo-code, and the races that either finds in it.
std::string explain(std::uint64_t seed, const kernel& k, milliamp::schedule order,
                    std::optional<rule> left_out = std::nullopt);

}  // namespace reliability
