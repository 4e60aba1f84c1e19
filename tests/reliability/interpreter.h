/// @file
/// Runs generated kernels with parallel_for_each. Every access is made by an instrumented function
/// that makes no other, one for each place (kernel.h), so that a finding tells the place by the
/// name of the function; the checker sees nothing else of the interpreter.
#pragma once

#include "reliability/kernel.h"

#include <string>

namespace reliability {

/// Whether this program's kernels can have fences beside those of barriers. A program that calls no
/// such function is checked in another way, so there are two programs (CMakeLists.txt).
extern const bool has_standalone_fences;

/// Runs the kernel and returns in which order its operations took place.
trace run(const kernel& k);

/// The place that a function stands for, by its name in a finding's frames.
/// @throws std::invalid_argument when it is none
place place_of(const std::string& function);

/// The memory that a finding's variable stands for.
/// @throws std::invalid_argument when it is none
memory memory_of(const std::string& variable);

}  // namespace reliability
